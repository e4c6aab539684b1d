import type { Handlers, MethodName } from './index.ts'

/** Returns the handlers, typed by the contract. Their names, parameters and results are checked. */
export const defineHandlers = <Name extends MethodName>(handlers: Pick<Handlers, Name>): Pick<Handlers, Name> =>
  handlers
