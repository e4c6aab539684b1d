import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeWif } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { type Wallet, WalletError } from '../index.ts'
import { createWalletBackupHandlers } from './backup.ts'
import { createWalletKeyHandlers } from './keys.ts'
import { createOldKeyHandlers } from './oldKeys.ts'
import { createWalletPhraseHandlers } from './phrase.ts'
import { createSealedBackupHandlers } from './sealed.ts'

const PHRASE = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const PASSPHRASE = 'correct horse battery staple'
const ipc: CallContext = { ...callContext, transport: 'ipc' }

let test: WalletTestNode
/** new wallet of a private sandbox, which records outside keys */
let wallet: Wallet
let recordedKeys: number
let canRecord: boolean
beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(2)
  recordedKeys = 0
  canRecord = true
  wallet = test.openSandboxWallet(() => {
    recordedKeys++
    return canRecord
  })
})
afterEach(() => {
  wallet.close()
  test.close()
})

function calls(of: Wallet) {
  const { addressIndex, node } = test
  const { params, chain, clock } = node
  const deps = {
    ...{
      wallet: of,
      addressIndex,
      params,
      chain,
      clock,
      random: { bytes: (length: number) => new Uint8Array(length) },
      contractIndexes: undefined,
    },
    ...{ pubkey: () => undefined, setPubkey: () => {}, chainFetched: () => true },
    rewardTarget: () => ({ address: undefined }),
  }
  return {
    ...createWalletKeyHandlers(deps),
    ...createWalletPhraseHandlers(deps),
    ...createWalletBackupHandlers(deps),
    ...createSealedBackupHandlers(deps),
    ...createOldKeyHandlers(deps),
  }
}
const wif = () => encodeWif({ privateKey: testKey(7).priv, compressed: true })

/** Calls of all methods that add keys which the wallet did not generate. */
const ADDING_CALLS: Readonly<Record<string, () => unknown>> = {
  importprivkey: () =>
    calls(wallet).importprivkey(
      { komodoprivkey: wif(), label: '', rescan: false, height: 0, secret_key: undefined },
      ipc,
    ),
  importpassphrase: () =>
    calls(wallet).importpassphrase({ text: 'horse', label: '', rescan: false, readings: ['agama'] }, ipc),
  importwallettext: () => calls(wallet).importwallettext({ text: `${wif()} 2020-01-01T00:00:00Z\n` }, ipc),
  setphrase: () => calls(wallet).setphrase({ phrase: PHRASE, options: new Map() }, ipc),
  async restorebackup() {
    await calls(test.wallet).setphrase({ phrase: PHRASE, options: new Map() }, ipc)
    const { text } = (await calls(test.wallet).sealbackup({ passphrase: PASSPHRASE }, ipc)) as { readonly text: string }
    return calls(wallet).restorebackup({ text, passphrase: PASSPHRASE }, ipc)
  },
}

describe('outsideKeys', () => {
  it('records no key that the wallet generates', () => {
    wallet.keys.next('')
    wallet.ownIdentity()
    wallet.keys.refill(50)
    expect([wallet.keyring.outsideKeys.isMadeForSandbox(), recordedKeys]).toEqual([true, 0])
    expect(test.wallet.keyring.outsideKeys.isMadeForSandbox()).toBe(false)
  })

  it.each(Object.keys(ADDING_CALLS))(
    'records an outside key before %s adds it, and removes the sandbox mark of the wallet file',
    async (way) => {
      await ADDING_CALLS[way]?.()
      expect(recordedKeys).toBeGreaterThan(0)
      expect(wallet.keyring.outsideKeys.isMadeForSandbox()).toBe(false)
    },
  )

  it.each(Object.keys(ADDING_CALLS))('makes %s add no key if the key cannot be recorded', async (way) => {
    canRecord = false
    const before = wallet.keys.all().length
    await expect(async () => ADDING_CALLS[way]?.()).rejects.toThrow(WalletError)
    expect([wallet.keys.all().length, wallet.keyring.accounts.phrase()]).toEqual([before, undefined])
    expect(wallet.keyring.outsideKeys.isMadeForSandbox()).toBe(true)
  })
})
