export interface HeaderTimes {
  readonly time: number
  readonly bits: number
}

/** Header values by height on one branch. */
export type HeaderAt = (height: number) => HeaderTimes
