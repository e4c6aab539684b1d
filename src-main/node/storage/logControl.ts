/** Cells of the shared memory by which the node's thread and the one that writes the log back know of each other. */
export const CELL = { PHASE: 0, STOP: 1, FAILED: 2 } as const
export const CELLS = 3

/** What the thread is at. Only STARTING, WAITING and ENDED may be changed by the other side. */
export const PHASE = {
  /** asked, but has not opened the database yet */
  STARTING: 0,
  WRITING: 1,
  WAITING: 2,
  /** closes the database */
  ENDING: 3,
  /** holds nothing of the database any more */
  ENDED: 4,
} as const

/** Content of CELL.FAILED after an error. */
export const FAILED = 1
