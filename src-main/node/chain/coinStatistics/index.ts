export { createCoinTally, groupCoins, type ScannedCoin } from './coinScan.ts'
export { type CoinScanner, createInlineCoinScanner } from './coinScanner.ts'
export { CoinStatisticsReader } from './coinStatisticsReader.ts'
export { createThreadCoinScanner } from './scanThread.ts'
