/** testing: wallets for tests, without a chain, with a clock and timers that advance only on request. */
export { writeFirstVersion } from './firstVersion.ts'
export { BIP32_EXAMPLES, BIP32_REFUSED, BIP39_EXAMPLES } from './phraseExamples.ts'
export { countingRandom, createTestKeyring, manualTimers, NO_WALLET, type TestKeyring } from './testKeyring.ts'
