import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JsonObject, parseJson } from '#shared/json.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ccOne } from '../../conditions/index.ts'
import { COIN } from '../../primitives/index.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { ccScript, decodeAddress, encodeAddress, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { fromHex, toHex } from '../../util/index.ts'
import { seedOfPhrase, type Wallet } from '../index.ts'
import { createWalletPhraseHandlers } from './phrase.ts'
import { concludeSearch } from './phraseSearch.ts'

const PHRASE = `${'abandon '.repeat(11)}about`
const OTHER_PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

let test: WalletTestNode
let identity: Uint8Array | undefined
let chainFetched: boolean
const opened: Wallet[] = []

beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(2)
  identity = undefined
  chainFetched = true
})
afterEach(() => {
  for (const wallet of opened.splice(0)) wallet.close()
  test.close()
})

const handlers = (wallet: Wallet = test.wallet) =>
  createWalletPhraseHandlers({
    wallet,
    clock: test.node.clock,
    chain: test.node.chain,
    chainFetched: () => chainFetched,
    addressIndex: test.addressIndex,
    contractIndexes: undefined,
    rewardTarget: () => ({ address: undefined }),
    random: { bytes: (length) => new Uint8Array(length).fill(0x7f) },
    pubkey: () => identity,
    setPubkey: (pubkey) => {
      identity = pubkey
    },
  })
const another = (name: string) => {
  const wallet = test.openAnother(name)
  opened.push(wallet)
  return wallet
}
type SetPhrase = MethodResult<'setphrase'>
const set = (wallet: Wallet, options?: Record<string, unknown>, context: CallContext = callContext) =>
  handlers(wallet).setphrase(
    { phrase: PHRASE, options: options && (parseJson(JSON.stringify(options)) as JsonObject) },
    context,
  ) as Promise<SetPhrase>
const status = async (wallet: Wallet = test.wallet) =>
  (await handlers(wallet).getwalletstatus({}, callContext)) as MethodResult<'getwalletstatus'>
const pay = (script: Uint8Array, value: bigint = COIN) =>
  test.node.mineBlock({ txs: [test.node.pay(testKey(0), [{ value, scriptPubKey: script }])] })
const payAddress = (address: string, value?: bigint) =>
  pay(p2pkhScript(decodeAddress(address)?.hash ?? new Uint8Array()), value)

describe('newphrase', () => {
  it('returns a phrase of 12 or 24 words, and stores nothing', async () => {
    const { newphrase } = handlers()
    expect(newphrase({ words: 12 }, callContext)).toEqual({
      phrase: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
    })
    const { phrase } = (await newphrase({ words: 24 }, callContext)) as { phrase: string }
    expect(phrase.split(' ')).toHaveLength(24)
    expect(() => newphrase({ words: 13 }, callContext)).toThrow('words must be 12 or 24')
    expect((await status()).phrase).toBe(false)
  })
})

describe('showphrase', () => {
  const show = (wallet?: Wallet) => handlers(wallet).showphrase({}, callContext)
  /** Creates a phrase with newphrase and sets it with the same handlers. */
  async function makePhrase(words = 12): Promise<string> {
    const own = handlers()
    const { phrase } = (await own.newphrase({ words }, callContext)) as { phrase: string }
    await own.setphrase({ phrase: ` ${phrase.toUpperCase()} `, options: undefined }, callContext)
    return phrase
  }

  it.each([12, 24])('returns the %s words that newphrase made and setphrase set', async (words) => {
    const phrase = await makePhrase(words)
    expect(show()).toMatchObject({ phrase })
    expect(await status()).toMatchObject({ phrasekept: true, phrasewritten: true })
    test.reopen()
    expect(show()).toMatchObject({ phrase })
  })

  it('rejects a call for a typed phrase without giving a date, even with a birthday', async () => {
    expect(() => show()).toThrow('the wallet has no recovery phrase')
    const own = handlers()
    await own.newphrase({ words: 12 }, callContext)
    await own.setphrase({ phrase: PHRASE, options: undefined }, callContext)
    expect(() => show()).toThrow('the phrase was typed in')
    expect(await status()).toMatchObject({ phrasekept: false, phrasewritten: true, phrasetyped: true })
    test.reopen()
    expect(() => show()).toThrow('the phrase was typed in')
    for (const birth of [0, 1_700_000_000]) {
      const restored = another(`typed-${birth}`)
      await set(restored, { restore: true, birth })
      expect(() => show(restored)).toThrow('the phrase was typed in')
      const phrasebirth = birth === 0 ? null : birth
      expect(await status(restored)).toMatchObject({ phrasetyped: true, phrasebirth })
    }
  })

  it('gives the date of a phrase whose words an earlier version did not store', async () => {
    const made = { words: 12, birth: 1_700_000_000 }
    test.wallet.setSeed(await seedOfPhrase(PHRASE), made, false)
    expect(() => show()).toThrow('made on 2023-11-14 and cannot be shown again')
    // Typing its words does not mark it as a typed phrase.
    await set(test.wallet)
    expect(() => show()).toThrow('made on 2023-11-14 and cannot be shown again')
    expect(await status()).toMatchObject({ phrasetyped: false, phrasebirth: made.birth })
    const own = handlers()
    const { phrase } = (await own.newphrase({ words: 12 }, callContext)) as { phrase: string }
    await own.setphrase({ phrase, options: undefined }, callContext)
    expect(await status()).toMatchObject({ phrasekept: true, phrasetyped: false })
  })

  it('rejects a call while the wallet is locked', async () => {
    const phrase = await makePhrase()
    await test.wallet.keyring.protect('four words and more')
    expect(() => show()).toThrow(expect.objectContaining({ kind: 'locked' }))
    await test.wallet.keyring.vault.unlock('four words and more', 60, 'walletpassphrase')
    expect(show()).toMatchObject({ phrase })
  })
})

describe('setphrase', () => {
  it('creates an account without identity, and counts keys that no phrase restores', async () => {
    const imported = (await status()).imported
    expect(imported).toBe(1)
    const { accounts, ...others } = await set(test.wallet)
    expect(others).toEqual({ words: 12, found: 0, complete: true, height: null, following: false })
    expect(accounts).toMatchObject([{ account: 0, label: '', identity: false }])
    expect(await status()).toMatchObject({ phrase: true, words: 12, imported, searching: false, keychain: 'none' })
    expect((await status()).phrasebirth).toBe(test.node.clock.now())
  })

  it('replaces a phrase without stored words with one of newphrase, and keeps its keys', async () => {
    await set(test.wallet)
    const old = test.wallet.keys.next('rent')
    payAddress(encodeAddress({ type: 1, hash: old.hash }))
    expect(await status()).toMatchObject({ phrasekept: false, phrasereplaceable: true })
    const own = handlers()
    const { phrase } = (await own.newphrase({ words: 12 }, callContext)) as { phrase: string }
    await own.setphrase({ phrase, options: undefined }, callContext)
    expect(own.showphrase({}, callContext)).toMatchObject({ phrase })
    expect(test.wallet.keys.byHash(old.hash)).toMatchObject({ label: 'rent', path: null })
    expect(await status()).toMatchObject({ phrasekept: true, phrasereplaceable: false, uncovered: 1 })
  })

  it('rejects another typed phrase, and a new one while the words are stored', async () => {
    await set(test.wallet)
    await expect(handlers().setphrase({ phrase: OTHER_PHRASE, options: undefined }, callContext)).rejects.toThrow(
      'already has another phrase',
    )
    const own = handlers()
    const { phrase } = (await own.newphrase({ words: 12 }, callContext)) as { phrase: string }
    await own.setphrase({ phrase, options: undefined }, callContext)
    const later = (await own.newphrase({ words: 24 }, callContext)) as { phrase: string }
    await expect(own.setphrase({ phrase: later.phrase, options: undefined }, callContext)).rejects.toThrow(
      'already has another phrase',
    )
  })

  it('rejects an invalid phrase, and changes nothing', async () => {
    for (const [phrase, reason] of [
      ['zoo', 'got 1'],
      ['zoo zoo', 'got 2'],
      [PHRASE.replace('about', 'abandon'), 'wrong checksum'],
      [PHRASE.replace('about', 'abuot'), 'word 12 is not one'],
    ] as const) {
      await expect(handlers().setphrase({ phrase, options: undefined }, callContext)).rejects.toThrow(reason)
    }
    expect((await status()).phrase).toBe(false)
  })

  it('rejects another phrase, and unknown options', async () => {
    await set(test.wallet)
    const other = `${'zoo '.repeat(11)}wrong`
    await expect(handlers().setphrase({ phrase: other, options: undefined }, callContext)).rejects.toThrow(
      'already has another phrase',
    )
    await expect(set(test.wallet, { rest: true })).rejects.toThrow('the only options are restore and birth')
  })

  it('finds all payments to the phrase: both chains of each account, with gaps and out of order', async () => {
    const { keys, keyring } = test.wallet
    await set(test.wallet)
    const shown = Array.from({ length: 45 }, () => keys.next(''))
    const change = Array.from({ length: 12 }, () => keys.next(null))
    // Pay the last keys first: only a second scan finds payments from before their keys were known.
    for (const index of [44, 27, 10]) pay(shown[index]?.pubkey ? p2pkScript(shown[index].pubkey) : new Uint8Array())
    pay(p2pkhScript(change[9]?.hash ?? new Uint8Array()), 2n * COIN)
    const [first, second, third] = ['one', 'two', 'three'].map((label) => keyring.accounts.add(label))
    for (const account of [third, second, first]) pay(p2pkScript(account?.pubkey ?? new Uint8Array()))
    test.node.mine(1)
    const restored = another('restored')
    const progress: number[] = []
    const context = { ...callContext, progress: ({ done }: { done: number }) => void progress.push(done) }
    const { found, accounts, complete } = await set(restored, { restore: true }, context)
    expect({ found, complete }).toEqual({ found: 7, complete: true })
    expect(restored.balance()).toEqual(test.wallet.balance())
    expect(accounts.map(({ pubkey }) => pubkey)).toEqual((await status()).accounts.map(({ pubkey }) => pubkey))
    expect((await status(restored)).searching).toBe(false)
    // A key that was shown before is not handed out as fresh.
    const next = restored.keys.next('')
    expect(shown.some(({ pubkey }) => toHex(pubkey) === toHex(next.pubkey))).toBe(false)
    expect(toHex(next.pubkey)).toBe(toHex(keys.next('').pubkey))
    expect(toHex(restored.keys.next(null).pubkey)).not.toBe(toHex(change[9]?.pubkey ?? new Uint8Array()))
  })

  it('finds accounts with tokens but without coins, and accounts after them', async () => {
    const { keyring } = test.wallet
    await set(test.wallet)
    const accounts = ['one', 'two', 'three'].map((label) => keyring.accounts.add(label))
    for (const { pubkey } of accounts.slice(0, 2)) pay(ccScript(ccOne(EVAL_CODES.tokens, pubkey)), 1000n)
    pay(p2pkScript(accounts[2]?.pubkey ?? new Uint8Array()))
    const restored = another('restored')
    const { accounts: found, complete } = await set(restored, { restore: true })
    expect([found.length, complete]).toEqual([4, true])
    expect(restored.balance()).toEqual(test.wallet.balance())
  })

  it('searches at most 20 addresses beyond the last paid one', async () => {
    const { keys } = test.wallet
    await set(test.wallet)
    const shown = Array.from({ length: 60 }, () => keys.next(''))
    // The keys are children 1 to 60 of the chain: 30 is beyond the gap limit, 19 is not.
    pay(p2pkhScript(shown[29]?.hash ?? new Uint8Array()))
    const first = another('first')
    expect((await set(first, { restore: true })).found).toBe(0)
    pay(p2pkhScript(shown[18]?.hash ?? new Uint8Array()))
    const second = another('second')
    expect((await set(second, { restore: true })).found).toBe(2)
  })

  it('loses nothing if aborted, and resumes on the next call or when the wallet is reopened', async () => {
    await set(test.wallet)
    for (const key of Array.from({ length: 3 }, () => test.wallet.keys.next(''))) pay(p2pkhScript(key.hash))
    const restored = another('restored')
    const aborted = { ...callContext, signal: AbortSignal.abort() }
    expect(await set(restored, { restore: true }, aborted)).toMatchObject({ found: 0, complete: false, height: null })
    expect(await status(restored)).toMatchObject({ phrase: true, searching: true })
    restored.close()
    opened.splice(opened.indexOf(restored), 1)
    const again = another('restored')
    expect((await status(again)).searching).toBe(true)
    await again.start()
    expect((await status(again)).searching).toBe(false)
    expect(again.balance()).toEqual(test.wallet.balance())
    expect((await set(again, { restore: true })).found).toBe(3)
  })

  it('skips blocks from before the birthday of the phrase', async () => {
    await set(test.wallet)
    pay(p2pkhScript(test.wallet.keys.next('').hash))
    const { time } = test.node.chain.tip()
    for (const [birth, found] of [
      [null, 1],
      [0, 1],
      [time + 7200, 1],
      [time + 7201, 0],
    ]) {
      const restored = another(`born ${birth}`)
      expect((await set(restored, { restore: true, birth })).found).toBe(found)
      expect(await status(restored)).toMatchObject({ phrasebirth: birth || null, searching: false })
    }
    await expect(set(another('odd'), { restore: true, birth: -1 })).rejects.toThrow('birth must be unix seconds')
  })

  it('rejects a phrase while the wallet is locked', async () => {
    await test.wallet.keyring.protect('secret')
    await expect(set(test.wallet)).rejects.toThrow(expect.objectContaining({ kind: 'locked' }))
    expect(await status()).toMatchObject({ encrypted: true, locked: true, unlockeduntil: null, phrase: false })
  })
})

describe('a phrase restored before the chain was synced', () => {
  const ground = (wallet: Wallet) => ({ wallet, addressIndex: test.addressIndex })
  let restored: Wallet

  beforeEach(async () => {
    await set(test.wallet)
    chainFetched = false
    restored = another('restored')
    test.node.chain.subscribe((update) => {
      if (opened.includes(restored)) restored.update(update)
    })
  })
  const reopen = () => {
    restored.close()
    opened.splice(opened.indexOf(restored), 1)
    restored = another('restored')
  }

  it('reports the searched height, and finds payments in later blocks', async () => {
    const { height } = test.node.chain.tip()
    const result = await set(restored, { restore: true })
    expect(result).toMatchObject({ found: 0, complete: true, height, following: true })
    expect(await status(restored)).toMatchObject({ searching: false, following: true })
    for (const key of Array.from({ length: 3 }, () => test.wallet.keys.next(''))) pay(p2pkhScript(key.hash))
    expect(restored.balance()).toEqual(test.wallet.balance())
    chainFetched = true
    expect(await set(restored, { restore: true })).toMatchObject({ found: 3, height: height + 3, following: false })
    expect(await status(restored)).toMatchObject({ searching: false, following: false })
  })

  it('triggers another search after the sync, for payments from before their keys were known', async () => {
    const shown = Array.from({ length: 45 }, () => test.wallet.keys.next(''))
    await set(restored, { restore: true })
    // The first payment is beyond the gap limit until the second is known.
    for (const index of [30, 15]) pay(p2pkhScript(shown[index]?.hash ?? new Uint8Array()))
    expect(restored.balance().trusted).toBe(COIN)
    expect(await status(restored)).toMatchObject({ searching: true, following: true })
    await concludeSearch(ground(restored), {})
    expect(restored.balance()).toEqual(test.wallet.balance())
    expect(await status(restored)).toMatchObject({ searching: false, following: false })
  })

  it('triggers that search after a restart, and then shows accounts with tokens', async () => {
    const accounts = ['one', 'two'].map((label) => test.wallet.keyring.accounts.add(label))
    await set(restored, { restore: true })
    pay(ccScript(ccOne(EVAL_CODES.tokens, accounts[0]?.pubkey ?? new Uint8Array())), 1000n)
    pay(p2pkScript(accounts[1]?.pubkey ?? new Uint8Array()))
    reopen()
    expect(await status(restored)).toMatchObject({ following: true })
    await restored.start()
    expect((await status(restored)).accounts).toHaveLength(1)
    await concludeSearch(ground(restored), {})
    expect((await status(restored)).accounts).toHaveLength(3)
    expect(restored.balance()).toEqual(test.wallet.balance())
    reopen()
    expect(await status(restored)).toMatchObject({ searching: false, following: false })
  })

  it('stays open if the search is aborted, and closes when nothing is due', async () => {
    const aborted = { signal: AbortSignal.abort() }
    const shown = Array.from({ length: 20 }, () => test.wallet.keys.next(''))
    await set(restored, { restore: true })
    pay(p2pkhScript(shown[15]?.hash ?? new Uint8Array()))
    await concludeSearch(ground(restored), aborted)
    expect(await status(restored)).toMatchObject({ searching: true, following: true })
    await concludeSearch(ground(restored), {})
    expect(await status(restored)).toMatchObject({ searching: false, following: false })
    pay(p2pkhScript(shown[18]?.hash ?? new Uint8Array()))
    expect((await status(restored)).searching).toBe(false)
  })
})

describe('an address shown by another copy of the wallet', () => {
  it('stops being handed out once it is paid', async () => {
    await set(test.wallet)
    const copy = another('copy')
    await set(copy)
    const elsewhere = [copy.keys.next(''), copy.keys.next('')]
    pay(p2pkhScript(elsewhere[1]?.hash ?? new Uint8Array()))
    expect(test.wallet.keys.next('').path).toMatchObject({ child: 3 })
    expect(test.wallet.balance().trusted).toBe(COIN)
  })
})

describe('newaccount and labelaccount', () => {
  it('add and rename accounts, and reject labels with invisible characters', async () => {
    const { newaccount, labelaccount } = handlers()
    expect(() => newaccount({ label: '' }, callContext)).toThrow('The wallet has no phrase')
    await set(test.wallet)
    expect(await newaccount({ label: ' shop ' }, callContext)).toMatchObject({ account: 1, label: 'shop' })
    expect(await labelaccount({ account: 1, label: 'stall' }, callContext)).toMatchObject({ label: 'stall' })
    expect(() => labelaccount({ account: 2, label: 'x' }, callContext)).toThrow('there is no account 2')
    expect(() => newaccount({ label: 'a\u202eb' }, callContext)).toThrow('A label has at most')
    const { accounts } = await status()
    expect(accounts.map(({ label }) => label)).toEqual(['', 'stall'])
    payAddress(accounts[1]?.address ?? '')
    expect(test.wallet.balance().trusted).toBe(COIN)
  })
})

describe('a token key that the user has not chosen', () => {
  const begin = () => {
    identity = test.wallet.ownIdentity()
    return toHex(identity)
  }

  it('gives way to a key of the phrase, which then restores all keys', async () => {
    begin()
    const imported = (await status()).imported
    await set(test.wallet)
    const [account] = (await status()).accounts
    expect(await status()).toMatchObject({ identity: account?.pubkey, previousidentity: null, imported: imported - 1 })
    expect(account?.identity).toBe(true)
    test.reopen()
    expect(toHex(test.wallet.ownIdentity())).toBe(account?.pubkey)
    expect((await status()).imported).toBe(imported - 1)
  })

  it('remains if coins or tokens were paid to it, or if the user chose it', async () => {
    for (const scriptOf of [p2pkScript, (key: Uint8Array) => ccScript(ccOne(EVAL_CODES.tokens, key))]) {
      const wallet = another(`paid-${scriptOf.name}`)
      identity = wallet.ownIdentity()
      pay(scriptOf(identity))
      await wallet.rescan(0)
      await set(wallet)
      expect(await status(wallet)).toMatchObject({ identity: toHex(identity), previousidentity: null })
    }
    const made = begin()
    await handlers().setidentity({ account: made }, callContext)
    test.wallet.keyring.setIdentity(testKey(1).pub)
    identity = testKey(1).pub
    await set(test.wallet)
    expect((await status()).identity).toBe(toHex(testKey(1).pub))
  })
})

describe('setidentity', () => {
  it('sets an account or a key repeatedly, and stores it', async () => {
    await set(test.wallet)
    const { setidentity, newaccount } = handlers()
    await newaccount({ label: 'shop' }, callContext)
    for (const account of ['0', '1', '0']) {
      const answer = (await setidentity({ account }, callContext)) as MethodResult<'setidentity'>
      expect(answer).toMatchObject({ ismine: 'true', pubkey: (await status()).accounts[Number(account)]?.pubkey })
      expect((await status()).accounts.map((one) => one.identity)).toEqual(
        account === '0' ? [true, false] : [false, true],
      )
      expect(toHex(test.wallet.keyring.identity() ?? new Uint8Array())).toBe(answer.pubkey)
    }
    const stranger = toHex(testKey(9).pub)
    expect(await setidentity({ account: stranger }, callContext)).toMatchObject({
      WARNING: 'privkey for this pubkey is not imported to wallet!',
      pubkey: stranger,
    })
    expect((await status()).identity).toBe(stranger)
    expect(identity && toHex(identity)).toBe(toHex(fromHex(stranger)))
  })

  it('rejects texts that are neither account nor public key', async () => {
    await set(test.wallet)
    for (const account of ['7', '-1', '', 'x', `02${'00'.repeat(32)}`, '0'.repeat(66)]) {
      expect(() => handlers().setidentity({ account }, callContext)).toThrow('Invalid parameter')
    }
    expect(identity).toBeUndefined()
  })
})
