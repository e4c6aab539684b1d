import type { MethodResult } from '#shared/rpc/index.ts'

export type KnownTransaction = NonNullable<MethodResult<'resolvehash'>['transaction']>
