/**
 * core: clock, log and randomness, and the views through which sibling modules use each other.
 *
 * Purpose: chain, mempool, addressIndex, contracts, mining, wallet, p2p and the others do not import each other;
 * composition passes them these views. Each view is implemented by the module that its file names. Non-goals:
 * behaviour. Apart from clock, logger and random these are types. Thread: any.
 */

export type * from './addressIndexView.ts'
export type * from './blockEvents.ts'
export type * from './chainView.ts'
export { type Clock, type MockableClock, systemClock } from './clock.ts'
export type * from './contractView.ts'
export { LogFilter } from './logFilter.ts'
export { createLogger, type Logger, type LoggerOptions, type LogRecord } from './logger.ts'
export type * from './mempoolView.ts'
export type * from './peersView.ts'
export { type Random, systemRandom } from './random.ts'
