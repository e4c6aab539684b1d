/** Worker data of a checkpoint thread. */
export interface CheckpointInput {
  /** path of the database */
  readonly path: string
  /** shared memory, a value of CHECKPOINT */
  readonly word: Int32Array
}

export const CHECKPOINT = { RUNNING: 0, DONE: 1, FAILED: 2 } as const
