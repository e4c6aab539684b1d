export { createCoinTally, groupCoins, type ScannedCoin } from './coinScan.ts'
export { type CoinScanner, createInlineCoinScanner } from './coinScanner.ts'
export { createCoinStatistics } from './coinStatistics.ts'
export { createThreadCoinScanner } from './scanThread.ts'
