/** How like two concepts are, by the steps between them and the depth of the concept that they have in common. */
export type Measure = (path: number, depth: number) => number;

/** Ehrig and Maedche (Batsakis 2007, eq 3): base^sp, half as like with every step at 0.5. */
export function ehrigMeasure(base: number): Measure {
  return (path) => base ** path;
}

/** Li, Bandar and McLean (Batsakis 2007, eq 4): e^(−αL) · (e^(βH) − e^(−βH)) / (e^(βH) + e^(−βH)); the fraction is tanh(βH). */
export function liMeasure(alpha: number, beta: number): Measure {
  return (path, depth) => Math.exp(-alpha * path) * Math.tanh(beta * depth);
}
