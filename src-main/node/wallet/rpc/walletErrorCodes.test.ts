import { describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import { Dispatcher } from '../../rpc/dispatcher.ts'
import { handlersWith, recordingLogger } from '../../rpc/testSupport.ts'
import { WalletError, type WalletErrorKind } from '../walletError.ts'
import { toRpcError } from './walletErrorCodes.ts'

/** Codes expected by callers of the reference (rpc.md §1). */
const EXPECTED: Readonly<Record<WalletErrorKind, number>> = {
  locked: -13,
  'wrong-passphrase': -14,
  'wrong-encryption-state': -15,
  'invalid-input': -8,
  busy: -1,
  'key-pool-empty': -12,
  'damaged-key': -4,
  'other-phrase': -4,
  'no-further-account': -4,
  'insufficient-funds': -6,
  'fee-not-covered': -4,
  'invalid-payment': -4,
  'too-large': -4,
  'signing-failed': -4,
  rejected: -4,
  'unreadable-backup': -8,
  'backup-failed': -4,
  'unreadable-wallet-file': -8,
  file: -20,
}
const kinds = Object.entries(EXPECTED) as [WalletErrorKind, number][]

describe('toRpcError', () => {
  it.each(kinds)('maps a WalletError of kind %s to code %i and keeps its text', (kind, code) => {
    const error = new WalletError(kind, `text of ${kind}`)
    const mapped = toRpcError(error)
    expect(mapped).toBeInstanceOf(RpcError)
    expect(mapped).toMatchObject({ code, message: `text of ${kind}`, cause: error })
  })

  it('returns other errors unchanged', () => {
    for (const error of [new RpcError(-5, 'an address'), new TypeError('a bug'), 'a text']) {
      expect(toRpcError(error)).toBe(error)
    }
  })
})

describe('a call whose handler throws a WalletError', () => {
  /** Uses handlers of other domains: staking, contracts and mining use the wallet too. */
  const failingWith = (kind: WalletErrorKind) => {
    const fail = () => {
      throw new WalletError(kind, `text of ${kind}`)
    }
    const { logger, lines } = recordingLogger()
    const dispatcher = new Dispatcher({ logger, early: {} })
    const handlers = handlersWith({ getblockcount: fail, getblockhash: async () => fail() })
    dispatcher.open({ handlers, walletEnabled: true, maxMoney: 0n })
    const call = (method: string, params: string) => dispatcher.callText(method, params, { transport: 'ipc' })
    return { call, lines }
  }

  it.each(kinds)('fails with the text and code of kind %s (%i), and logs nothing', async (kind, code) => {
    const { call, lines } = failingWith(kind)
    const error = { code, message: `text of ${kind}` }
    await expect(call('getblockcount', '[]')).rejects.toMatchObject(error)
    await expect(call('getblockhash', '[1]')).rejects.toMatchObject(error)
    expect(lines).toEqual([])
  })
})
