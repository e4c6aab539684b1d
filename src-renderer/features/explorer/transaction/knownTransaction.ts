import type { MethodResult } from '#shared/rpc/index.ts'

/** What `resolvehash` tells of a transaction. */
export type KnownTransaction = NonNullable<MethodResult<'resolvehash'>['transaction']>
