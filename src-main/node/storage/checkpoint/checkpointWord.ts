/** What the thread of a checkpoint is given. */
export interface CheckpointInput {
  /** of the database */
  readonly path: string
  /** shared, one of CHECKPOINT */
  readonly word: Int32Array
}

export const CHECKPOINT = { RUNNING: 0, DONE: 1, FAILED: 2 } as const
