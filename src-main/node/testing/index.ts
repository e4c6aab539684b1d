/**
 * testing: a chain for tests. The program itself never imports it.
 *
 * Purpose: a real chain in a real, temporary data directory. Keys, transactions and blocks are like those of a miner
 * and a wallet, but built in microseconds and deterministic. Non-goals: mocks; recorded chains (tests read those
 * themselves).
 */
export type { BlockPlan } from './buildBlock.ts'
export { buildTransaction, type TestInput, type TransactionPlan, unsignedTransaction } from './buildTransaction.ts'
export { createFaucetNode, type FaucetNode } from './faucetNode.ts'
export { lazyVerifier, recordGroups } from './lazyVerifier.ts'
export { createMarketNode, type MarketNode } from './marketNode.ts'
export { mulberry32 } from './mulberry32.ts'
export { nightly } from './nightly.ts'
export { processorMillis } from './processorMillis.ts'
export { createRecordedNode, type RecordedNode } from './recordedNode.ts'
export { recordedParams } from './recordedParams.ts'
export { submitBlocks } from './submitBlocks.ts'
export { tableHashes } from './tableHashes.ts'
export type { TestClock } from './testClock.ts'
export { type TestKey, testKey } from './testKeys.ts'
export {
  createTestNode,
  silentLogger,
  TEST_ARGS,
  type TestNode,
  type TestNodeOptions,
  testRandom,
} from './testNode.ts'
export { measureTurns } from './turns.ts'
export { turnsDuring } from './turnsDuring.ts'
export { RECORDED_ARGS, readVector, readVectorFile, vectorLines } from './vectors.ts'
export { withMethods } from './withMethods.ts'
