export interface HeaderTimes {
  readonly time: number
  readonly bits: number
}

/** Returns the header values at a height of one branch. */
export type HeaderAt = (height: number) => HeaderTimes
