import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { AddressIndexView } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import type { ScheduleChoice, Wallet } from '../index.ts'
import { windowOnly } from './backup.ts'
import { concludeSearch, searchPhrase } from './phraseSearch.ts'
import { wasPaid } from './tokenKeys.ts'
import { needWallet } from './walletTx.ts'

interface SealedDeps {
  readonly wallet: Wallet | undefined
  readonly addressIndex: AddressIndexView | undefined
  /** returns true if the chain is synced */
  readonly chainFetched: () => boolean
  /** returns the public key that modules act for in this run */
  readonly pubkey: () => Uint8Array | undefined
  readonly setPubkey: (pubkey: Uint8Array) => void
}

const MAX_PATH_LENGTH = 4_096
const MIN_TIME = 1

const invalid = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${text}`)

function encodeSchedule({ sealed }: Wallet): MethodResult<'getbackupschedule'> {
  const state = sealed.schedule.state()
  return {
    on: state !== undefined,
    folder: state?.folder ?? null,
    every: state?.every ?? null,
    changes: state?.changes ?? 0,
    keep: state?.keep ?? 0,
    files: state?.files ?? 0,
    last: state?.last ?? null,
    error: state?.error ?? null,
    waiting: state?.waiting ?? false,
  } as MethodResult<'getbackupschedule'>
}

function parseInterval(every: string): ScheduleChoice['every'] {
  if (every === 'day' || every === 'week' || every === 'changes') return every
  throw invalid('every must be day, week or changes')
}

function parseFolder(folder: string): string {
  const fits = folder.length <= MAX_PATH_LENGTH && isAbsolute(folder) && !folder.includes('\0')
  if (fits && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw invalid('folder must be the absolute path of a folder')
}

export function createSealedBackupHandlers({ addressIndex, ...deps }: SealedDeps) {
  const open = () => needWallet(deps.wallet)

  /**
   * Sets the backup's token key, unless something was paid to the present one. Returns true if it is now the token key.
   */
  const restoreTokenKey = (wallet: Wallet, identity: Uint8Array | undefined): boolean => {
    const present = deps.pubkey()
    if (!identity || !wallet.keys.has(identity)) return false
    if (present && equal(present, identity)) return true
    if (present && wasPaid(wallet, present, addressIndex)) return false
    wallet.keyring.setIdentity(identity)
    deps.setPubkey(identity)
    return true
  }

  return defineHandlers({
    async sealbackup({ passphrase }, context) {
      windowOnly(context)
      const wallet = open()
      const keys = wallet.keys.all().length
      return { ...(await wallet.sealed.write(passphrase, context.signal)), keys }
    },
    async restorebackup({ text, passphrase }, context) {
      windowOnly(context)
      const wallet = open()
      const { signal, progress } = context
      const counting = (unit: string) => (done: number, total: number) => progress?.({ done, total, unit })
      wallet.keys.requireOpen()
      const content = await wallet.sealed.open(text, passphrase)
      try {
        const options = { signal, onProgress: counting('characters') }
        const { added, phrase, scripts } = await wallet.sealed.restore(content, options)
        const scan = { signal, onProgress: counting('blocks') }
        const searchContext = { wallet, addressIndex }
        if (phrase === 'restored' && (await searchPhrase(searchContext, scan)) && deps.chainFetched()) {
          await concludeSearch(searchContext, scan)
        }
        // Keys and scripts that are not from the phrase may have been paid at any height.
        if (added > 0 || scripts > 0) await wallet.rescan(0, scan)
        const identity = restoreTokenKey(wallet, content.identity)
        return { added, phrase, scripts, identity, made: Math.max(MIN_TIME, content.made) }
      } finally {
        content.phrase?.seed.fill(0)
      }
    },
    getbackupschedule: () => encodeSchedule(open()),
    async setbackupschedule({ passphrase, folder, every, keep, changes }, context) {
      windowOnly(context)
      const wallet = open()
      const choice = { folder: parseFolder(folder), every: parseInterval(every), keep, changes }
      await wallet.sealed.beginSchedule(choice, passphrase)
      return encodeSchedule(wallet)
    },
    stopbackupschedule() {
      const wallet = open()
      wallet.sealed.schedule.end()
      return encodeSchedule(wallet)
    },
  })
}
