/**
 * A limit of the product, as a test may hold it against a machine that is busy with other things: what the test catches is
 * a hang or a wait that should not be there. The true figures are printed, and the benchmark holds them to their goals.
 */
export const withPatience = (limit: number): number => limit * 4
