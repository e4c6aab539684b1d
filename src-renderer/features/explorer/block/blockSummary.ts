import type { MethodResult } from '#shared/rpc/index.ts'

export type BlockSummary = MethodResult<'getblocksummary'>
