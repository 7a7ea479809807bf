/** Takes the exit code of the command that was run. */
export type Finish = (code: number) => void;
