import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Clock, Random } from '../../interfaces.ts'
import { concat } from '../../util/index.ts'
import type { EncryptionRow, StoredSecret, WalletFile } from '../file/index.ts'
import { yieldToEventLoop } from '../yieldToEventLoop.ts'
import { checkDerivation, KEY_BYTES, type KeyDerivation, keyOfPassphrase, seal, unseal } from './seal.ts'

/**
 * What opens the wallet's secrets. A random master key seals them; the passphrase opens the master key, which is in memory
 * only while the wallet is unlocked. Without a passphrase everything is stored as it is, and the vault is always open.
 */
export interface Vault {
  encrypted(): boolean
  /** secrets cannot be read now */
  locked(): boolean
  /** unix seconds; 0: locked */
  unlockedUntil(): number
  /** @throws RpcError −13 when locked */
  requireOpen(): void
  /** How a new secret is to be stored. @throws RpcError −13 when locked */
  store(secret: Uint8Array, purpose: Uint8Array): StoredSecret
  /** A stored secret. @throws RpcError −13 when locked, −4 when it was changed in the file */
  read(stored: StoredSecret, purpose: Uint8Array): Uint8Array
  /**
   * Encrypts everything; the wallet is locked then. `within` is done in the same step of the file, while secrets can be
   * read and stored. It cannot be called off: who is told too late would believe that nothing was done.
   * @throws RpcError −15 when it was done before
   */
  protect(passphrase: string, within: () => void, onSealed?: SealProgress): Promise<void>
  /** @throws RpcError −15, naming the method that was called, when nothing is encrypted */
  requireEncrypted(method: string): void
  /** @throws RpcError −14 for a wrong passphrase, −15 when nothing is encrypted */
  unlock(passphrase: string, seconds: number, method: string): Promise<void>
  /** Forgets the master key. */
  lock(): void
  /** @throws RpcError as `unlock` */
  change(before: string, after: string): Promise<void>
  /** @throws RpcError −15 when nothing is encrypted */
  check(passphrase: string): Promise<boolean>
  /** after it was protected, locked or unlocked */
  onChange(listener: () => void): void
}

/** Keys that are sealed of all that are to be; nothing of it is written before the last one. */
export type SealProgress = (done: number, total: number) => void

export interface LockTimers {
  set(callback: () => void, millis: number): unknown
  clear(timer: unknown): void
}

interface Deps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly random: Random
  readonly timers: LockTimers
  /** scrypt's cost for new passphrases */
  readonly cost: number
}

const BLOCK_SIZE = 8
const SALT_BYTES = 32
const MOST_WAITING = 8
/** Secrets that are sealed before others have their turn: some milliseconds. */
const AT_A_TIME = 100
const MOST_PASSPHRASE_BYTES = 1024
/** Between two looks at the clock: a computer that slept has not counted the seconds. */
const LOOK_MILLIS = 10_000

const purposeOf = (what: string) => new TextEncoder().encode(`chainwright wallet ${what}`)
const MASTER = purposeOf('master')
export const SEED_PURPOSE = purposeOf('seed')
const KEY_PURPOSE = purposeOf('key ')
export const keyPurpose = (pubkey: Uint8Array) => concat(KEY_PURPOSE, pubkey)

const state = (text: string) => new RpcError(RPC_ERROR.WRONG_ENCRYPTION_STATE, text)
const incorrect = () =>
  new RpcError(RPC_ERROR.PASSPHRASE_INCORRECT, 'Error: The wallet passphrase entered was incorrect.')
const unlockNeeded = () =>
  new RpcError(RPC_ERROR.UNLOCK_NEEDED, 'Error: Please enter the wallet passphrase with walletpassphrase first.')

function checkPassphrase(passphrase: string): void {
  const size = Buffer.byteLength(passphrase, 'utf8')
  if (size >= 1 && size <= MOST_PASSPHRASE_BYTES) return
  throw new RpcError(
    RPC_ERROR.INVALID_PARAMETER,
    `Invalid parameter, a passphrase has 1 to ${MOST_PASSPHRASE_BYTES} bytes`,
  )
}

/** One after the other: each takes a quarter of a gigabyte and a core for a while. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MOST_WAITING) throw new RpcError(RPC_ERROR.MISC, 'Too many passphrases are waiting to be checked')
    waiting++
    const mine = last.then(work).finally(() => waiting--)
    last = mine.catch(() => undefined)
    return mine
  }
}

export function createVault({ file, clock, random, timers, cost }: Deps): Vault {
  const listeners: (() => void)[] = []
  const inTurn = createTurns()
  let encryption: EncryptionRow | undefined = file.encryption()
  if (encryption) checkDerivation(encryption)
  let master: Uint8Array | undefined
  let until = 0
  let endMillis = 0
  let countdown = 0
  let timer: unknown

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const lock = () => {
    timers.clear(timer)
    if (!master) return
    master.fill(0)
    master = undefined
    until = 0
    tell()
  }
  /** A clock that is set back and a computer that slept must not keep the wallet open: whichever says so first ends it. */
  const millisLeft = () => Math.min(endMillis - clock.millis(), countdown)
  const isOpen = () => master !== undefined && millisLeft() > 0
  const look = () => {
    const left = millisLeft()
    if (left <= 0) return lock()
    const pause = Math.min(left, LOOK_MILLIS)
    timer = timers.set(() => {
      countdown -= pause
      look()
    }, pause)
  }
  const openFor = (key: Uint8Array, seconds: number) => {
    timers.clear(timer)
    master?.fill(0)
    master = key
    until = clock.now() + seconds
    endMillis = clock.millis() + seconds * 1000
    countdown = seconds * 1000
    look()
    tell()
  }
  const current = () => {
    if (!isOpen()) lock()
    if (!master) throw unlockNeeded()
    return master
  }

  const wrap = async (passphrase: string, key: Uint8Array): Promise<EncryptionRow> => {
    const salt = random.bytes(SALT_BYTES)
    const how: KeyDerivation = { kdf: 'scrypt', cost, blockSize: BLOCK_SIZE, parallel: 1, salt }
    const wrapping = await keyOfPassphrase(passphrase, how)
    const row = { ...how, wrapped: seal(wrapping, key, MASTER, random) }
    wrapping.fill(0)
    return row
  }
  /** The master key, for the caller to wipe. */
  const unwrap = async (passphrase: string, row: EncryptionRow): Promise<Uint8Array | undefined> => {
    const wrapping = await keyOfPassphrase(passphrase, row)
    const key = unseal(wrapping, row.wrapped, MASTER)
    wrapping.fill(0)
    return key
  }
  /** Does something with the vault open, as it will be once what is being written is on disk. */
  const openWith = (key: Uint8Array, row: EncryptionRow, work: () => void) => {
    encryption = row
    master = key
    countdown = Number.POSITIVE_INFINITY
    endMillis = Number.POSITIVE_INFINITY
    try {
      work()
    } finally {
      encryption = undefined
      master = undefined
    }
  }
  const needEncrypted = (method: string) => {
    if (encryption) return encryption
    throw state(`Error: running with an unencrypted wallet, but ${method} was called.`)
  }
  const sealOne = (key: Uint8Array, pubkey: Uint8Array) => {
    const secret = file.secretOf(pubkey)?.secret
    const sealed = secret && seal(key, secret, keyPurpose(pubkey), random)
    secret?.fill(0)
    return sealed
  }
  /** Seals the secrets that are plain now without keeping anybody waiting. Nothing is written. */
  const sealAhead = async (key: Uint8Array, onSealed: SealProgress | undefined) => {
    file.forgetKept()
    const plain = file.plainKeys()
    for (const [index, pubkey] of plain.entries()) {
      const sealed = sealOne(key, pubkey)
      if (sealed) file.keepSealed(pubkey, sealed)
      const done = index + 1
      if (done % AT_A_TIME !== 0 && done !== plain.length) continue
      onSealed?.(done, plain.length)
      await yieldToEventLoop()
    }
  }
  /** Within the one step that writes it all. What came since `sealAhead` is sealed on the way. */
  const sealAll = (key: Uint8Array) => {
    for (const pubkey of file.plainUnkept()) {
      const sealed = sealOne(key, pubkey)
      if (sealed) file.sealKey(pubkey, sealed)
    }
    file.sealKept()
    const seed = file.seed()
    if (!seed?.plain) return
    file.putSeed({ ...seed, plain: null, sealed: seal(key, seed.plain, SEED_PURPOSE, random) })
    seed.plain.fill(0)
  }

  return {
    encrypted: () => encryption !== undefined,
    locked: () => encryption !== undefined && !isOpen(),
    unlockedUntil: () => (isOpen() ? until : 0),
    requireOpen() {
      if (encryption) current()
    },
    store(secret, purpose) {
      if (!encryption) return { secret, sealed: null }
      return { secret: null, sealed: seal(current(), secret, purpose, random) }
    },
    read({ secret, sealed }, purpose) {
      if (secret) return secret
      const opened = sealed && unseal(current(), sealed, purpose)
      if (opened) return opened
      throw new RpcError(RPC_ERROR.WALLET, 'A key is damaged in the wallet file. Restore a backup of it.')
    },
    async protect(passphrase, within, onSealed) {
      checkPassphrase(passphrase)
      await inTurn(async () => {
        if (encryption) throw state('Error: running with an encrypted wallet, but encryptwallet was called.')
        const key = random.bytes(KEY_BYTES)
        try {
          const row = await wrap(passphrase, key)
          await sealAhead(key, onSealed)
          file.rewrite(() => {
            sealAll(key)
            file.putEncryption(row)
            openWith(key, row, within)
          })
          encryption = row
        } finally {
          file.forgetKept()
          key.fill(0)
        }
        tell()
        // It is written: what is left is a step of its own, which the next start takes where this run does not come to it.
        await yieldToEventLoop()
        file.wipeTraces()
      })
    },
    requireEncrypted: (method) => void needEncrypted(method),
    async unlock(passphrase, seconds, method) {
      needEncrypted(method)
      checkPassphrase(passphrase)
      await inTurn(async () => {
        const key = await unwrap(passphrase, needEncrypted(method))
        if (!key) throw incorrect()
        openFor(key, seconds)
      })
    },
    lock,
    async change(before, after) {
      needEncrypted('walletpassphrasechange')
      for (const passphrase of [before, after]) checkPassphrase(passphrase)
      await inTurn(async () => {
        const key = await unwrap(before, needEncrypted('walletpassphrasechange'))
        if (!key) throw incorrect()
        try {
          const row = await wrap(after, key)
          file.rewrite(() => file.putEncryption(row))
          encryption = row
        } finally {
          key.fill(0)
        }
        file.wipeTraces()
      })
    },
    async check(passphrase) {
      needEncrypted('checkpassphrase')
      checkPassphrase(passphrase)
      return inTurn(async () => {
        const key = await unwrap(passphrase, needEncrypted('checkpassphrase'))
        key?.fill(0)
        return key !== undefined
      })
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
