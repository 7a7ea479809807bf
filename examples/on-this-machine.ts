/** With RESOLVE=*=127.0.0.1:8080 in the environment, a server on this machine plays all hosts: for trying the examples out. */
export function onThisMachine() {
  const { RESOLVE: resolve } = process.env;
  return resolve === undefined ? {} : ({ resolve, allowPrivate: true, delay: '0s' } as const);
}
