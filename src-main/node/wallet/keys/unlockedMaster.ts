import type { Clock } from '../../core/index.ts'
import { WalletError } from '../walletError.ts'

/** Timers that lock the wallet when its time is over. */
export interface LockTimers {
  set(callback: () => void, millis: number): unknown
  clear(timer: unknown): void
}

/** The timers of the event loop, which do not keep the process alive. */
export const SYSTEM_TIMERS: LockTimers = {
  set: (callback, millis) => setTimeout(callback, millis).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

export interface UnlockedMasterDeps {
  readonly clock: Clock
  readonly timers: LockTimers
  /** called after the key came or was wiped, and after a stake was signed */
  readonly changed: () => void
}

/** Time between two readings of the clock: timers stand still while a computer sleeps. */
const CLOCK_CHECK_MS = 10_000

const unlockNeeded = () =>
  new WalletError('locked', 'Error: Please enter the wallet passphrase with walletpassphrase first.')

/** The master key of an encrypted wallet, in memory only while the wallet is unlocked. */
export class UnlockedMaster {
  readonly #clock: Clock
  readonly #timers: LockTimers
  readonly #changed: () => void
  #master: Uint8Array | undefined
  /** the master key serves staking alone: for every other caller the wallet is locked */
  #onlyStaking = false
  /** a stake is being signed right now */
  #staking = false
  /** unix seconds at which the wallet locks itself */
  #until = 0
  /** the same on the wall clock, in milliseconds */
  #endMs = 0
  /** milliseconds left by the timers alone */
  #countdownMs = 0
  #timer: unknown

  constructor({ clock, timers, changed }: UnlockedMasterDeps) {
    this.#clock = clock
    this.#timers = timers
    this.#changed = changed
  }

  /** Returns true if the master key is in memory, be it for staking alone. */
  isHeld(): boolean {
    return this.#master !== undefined && this.#msLeft() > 0
  }

  /** Returns true if secrets can be read now. */
  isUnlocked(): boolean {
    return this.isHeld() && (!this.#onlyStaking || this.#staking)
  }

  isForStakingOnly(): boolean {
    return this.#onlyStaking
  }

  /** Returns the unix seconds at which the key is wiped. */
  until(): number {
    return this.#until
  }

  /** Returns the master key, not to be kept. @throws WalletError `locked` */
  get(): Uint8Array {
    if (!this.isHeld()) this.lock()
    if (!this.#master || !this.isUnlocked()) throw unlockNeeded()
    return this.#master
  }

  /** Keeps the master key for `seconds`; it belongs to this object then, which wipes it. */
  unlock(master: Uint8Array, seconds: number, onlyStaking: boolean): void {
    this.#timers.clear(this.#timer)
    this.#master?.fill(0)
    this.#master = master
    this.#onlyStaking = onlyStaking
    this.#until = this.#clock.now() + seconds
    this.#endMs = this.#clock.millis() + seconds * 1000
    this.#countdownMs = seconds * 1000
    this.#watchClock()
    this.#changed()
  }

  /** Wipes the master key. */
  lock(): void {
    this.#timers.clear(this.#timer)
    if (!this.#master) return
    this.#master.fill(0)
    this.#master = undefined
    this.#onlyStaking = false
    this.#until = 0
    this.#changed()
  }

  /** Runs `work` with secrets readable for staking, and wipes what it has read if other callers may not read them. */
  whileStaking<T>(work: () => T): T {
    this.#staking = true
    try {
      return work()
    } finally {
      this.#staking = false
      if (this.#onlyStaking) this.#changed()
    }
  }

  /** Runs `work` unlocked with a master key whose wallet is being encrypted. The caller wipes the key. */
  lend(master: Uint8Array, work: () => void): void {
    this.#master = master
    this.#countdownMs = Number.POSITIVE_INFINITY
    this.#endMs = Number.POSITIVE_INFINITY
    try {
      work()
    } finally {
      this.#master = undefined
    }
  }

  /** By clock or by timers, whichever ends first: neither a clock set back nor a computer asleep keeps the wallet open. */
  #msLeft(): number {
    return Math.min(this.#endMs - this.#clock.millis(), this.#countdownMs)
  }

  #watchClock(): void {
    const left = this.#msLeft()
    if (left <= 0) {
      this.lock()
      return
    }
    const pause = Math.min(left, CLOCK_CHECK_MS)
    this.#timer = this.#timers.set(() => {
      this.#countdownMs -= pause
      this.#watchClock()
    }, pause)
  }
}
