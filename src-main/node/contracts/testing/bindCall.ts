import { type Handlers, methods } from '#shared/rpc/index.ts'

type BindCall = Parameters<Handlers['gatewaysbind']>[0]

/** Assigns the values to the parameters of gatewaysbind in order. */
export const bindCall = (given: readonly string[]): BindCall =>
  Object.fromEntries(methods.gatewaysbind.params.map(({ name }, i) => [name, given[i]])) as unknown as BindCall
