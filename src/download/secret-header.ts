/** Whether a header's name suggests that its value proves who is asking. */
export function isSecretHeader(name: string): boolean {
  return /auth|cookie|credential|key|pass|secret|session|token/i.test(name);
}
