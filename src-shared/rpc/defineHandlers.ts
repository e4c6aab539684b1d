import type { Handlers, MethodName } from './index.ts'

/** Returns the handlers, typed by the contract: their names are derived, and the parameters and result of each are checked. */
export const defineHandlers = <Name extends MethodName>(handlers: Pick<Handlers, Name>): Pick<Handlers, Name> =>
  handlers
