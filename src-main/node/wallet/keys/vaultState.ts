import type { Clock, Random } from '../../core/index.ts'
import type { EncryptionRow, WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'

/** Timers that lock the wallet when its time is over. */
export interface LockTimers {
  set(callback: () => void, millis: number): unknown
  clear(timer: unknown): void
}

export interface VaultDeps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly random: Random
  readonly timers: LockTimers
  /** scrypt's cost for new passphrases */
  readonly cost: number
}

export interface VaultState extends VaultDeps {
  /** undefined: the wallet has no passphrase */
  encryption: EncryptionRow | undefined
  /** in memory only while the wallet is unlocked */
  master: Uint8Array | undefined
  /** the master key serves staking alone: to everybody else the wallet is locked */
  onlyStaking: boolean
  /** a stake is being signed right now */
  staking: boolean
  /** unix seconds at which the wallet locks itself */
  until: number
  /** the same on the wall clock, in milliseconds */
  endMillis: number
  /** milliseconds left by the timers alone */
  countdown: number
  timer: unknown
  readonly listeners: (() => void)[]
}

/** Milliseconds between two looks at the clock: timers stand still while a computer sleeps. */
const CLOCK_CHECK_MILLIS = 10_000

const unlockNeeded = () =>
  new WalletError('locked', 'Error: Please enter the wallet passphrase with walletpassphrase first.')

export function notifyVaultChanged({ listeners }: VaultState): void {
  for (const listener of listeners) listener()
}

/** Wipes the master key. */
export function lockVault(state: VaultState): void {
  state.timers.clear(state.timer)
  if (!state.master) return
  state.master.fill(0)
  state.master = undefined
  state.onlyStaking = false
  state.until = 0
  notifyVaultChanged(state)
}

/** By clock or by timers, whichever ends first: neither a clock set back nor a computer asleep keeps the wallet open. */
const millisLeft = ({ endMillis, clock, countdown }: VaultState) => Math.min(endMillis - clock.millis(), countdown)

const isOpenAtAll = (state: VaultState): boolean => state.master !== undefined && millisLeft(state) > 0

export const isUnlocked = (state: VaultState): boolean => isOpenAtAll(state) && (!state.onlyStaking || state.staking)

/** Whether stakes can be signed. */
export const mayStake = (state: VaultState): boolean => state.encryption === undefined || isOpenAtAll(state)

/** Runs `work` with secrets readable, and wipes what it has read where the wallet is locked to everybody else. */
export function whileStaking<T>(state: VaultState, work: () => T): T {
  if (!mayStake(state)) throw unlockNeeded()
  state.staking = true
  try {
    return work()
  } finally {
    state.staking = false
    if (state.onlyStaking) notifyVaultChanged(state)
  }
}

function watchClock(state: VaultState): void {
  const left = millisLeft(state)
  if (left <= 0) {
    lockVault(state)
    return
  }
  const pause = Math.min(left, CLOCK_CHECK_MILLIS)
  state.timer = state.timers.set(() => {
    state.countdown -= pause
    watchClock(state)
  }, pause)
}

/** Keeps the master key for so many seconds; the vault owns the key then and wipes it. */
export function unlockVault(state: VaultState, master: Uint8Array, seconds: number, onlyStaking = false): void {
  state.timers.clear(state.timer)
  state.master?.fill(0)
  state.master = master
  state.onlyStaking = onlyStaking
  state.until = state.clock.now() + seconds
  state.endMillis = state.clock.millis() + seconds * 1000
  state.countdown = seconds * 1000
  watchClock(state)
  notifyVaultChanged(state)
}

/** The master key, not to be kept. @throws WalletError `locked` */
export function masterKey(state: VaultState): Uint8Array {
  if (!isOpenAtAll(state)) lockVault(state)
  if (!state.master || !isUnlocked(state)) throw unlockNeeded()
  return state.master
}

/** Runs `work` with the vault encrypted and unlocked, as it will be once what is being written is on disk. */
export function withMasterKey(
  state: VaultState,
  master: Uint8Array,
  encryption: EncryptionRow,
  work: () => void,
): void {
  state.encryption = encryption
  state.master = master
  state.countdown = Number.POSITIVE_INFINITY
  state.endMillis = Number.POSITIVE_INFINITY
  try {
    work()
  } finally {
    state.encryption = undefined
    state.master = undefined
  }
}
