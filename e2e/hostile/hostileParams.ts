/**
 * Generates parameters for any method of the contract, as JSON texts. They are aimed at the victim's coins, names and
 * settings, or half valid from earlier replies of the node, or just hostile.
 */
import { SANDBOX_ARGS } from '#shared/arguments.ts'
import type { Method } from '#shared/rpc/define.ts'
import { createHarvest } from '../../src-main/app/fuzz/testing/harvest.ts'
import type { SeededRandom } from '../../src-main/app/fuzz/testing/random.ts'
import { createFuzzValues } from '../../src-main/app/fuzz/testing/values.ts'
import type { RawCall } from './pageCalls.ts'
import type { VictimChain } from './victim.ts'

/** Maximum length of a text; longer texts, which any page could send, are not tested here. */
const MAX_LENGTH = 20_000
const HANDLE = /"hex":"([0-9a-f]{64})"/g
const MAX_HANDLES = 50

export interface Aims {
  readonly chains: readonly VictimChain[]
  readonly address: string
  readonly pubkey: string
  readonly privkey: string
}

export interface HostileParams {
  /** returns one call, with an attack specific to the method if there is one */
  callOf(method: Method): RawCall
  /** returns all known attacks of this method, then random calls */
  setsOf(method: Method, min: number): readonly RawCall[]
  /** Extracts reusable values from a reply. */
  learn(answer: string): void
  learnCoins(coins: readonly { readonly txid: string; readonly vout: number }[]): void
}

const WORDS = `${'abandon '.repeat(11)}about`
const NAME = 'secret.evil.example'
const HOSTILE_TEXTS = ['<img src=x onerror=alert(1)>', '\u202egnp', ' '.repeat(700), 'a\nb\u2028c', '\u0000', '{"a":1}']

/** Harmless methods that take a long time or all cores; they get few parameter sets. */
const BUSY: ReadonlySet<string> = new Set(['generate', 'setgenerate', 'faucetget', 'startfaucetclaim'])

type Params = readonly unknown[]

export function createHostileParams(random: SeededRandom, aims: Aims): HostileParams {
  const { chains, address, pubkey, privkey } = aims
  const harvest = createHarvest()
  const values = createFuzzValues(random, harvest, { longest: MAX_LENGTH })
  const handles: string[] = []
  let coins: readonly { readonly txid: string; readonly vout: number }[] = []
  for (const text of [address, pubkey, privkey, ...chains.flatMap((chain) => [chain.address, chain.pubkey])]) {
    harvest.reap([text])
  }

  const own = () => random.pick(chains)
  const coin = () => (coins.length === 0 ? { txid: random.hex(32), vout: 0 } : random.pick(coins))
  const handle = () => (handles.length === 0 ? random.hex(32) : random.pick(handles))
  const text = () => random.pick(HOSTILE_TEXTS)
  const outputs = () => [{ address: random.pick([address, own().address]), amount: random.pick(['100', '0.5', '1']) }]

  const attacks: Readonly<Record<string, () => readonly Params[]>> = {
    sendtoaddress: () => [
      [address, 100],
      [address, '1', text(), text(), random.chance(0.5)],
    ],
    sendmany: () => [['', { [address]: 5 }]],
    sendfrom: () => [['', address, 5]],
    preparesend: () => [[{ outputs: outputs() }], [{ outputs: outputs(), inputs: [coin()] }]],
    preparepayment: () => [['sendtoaddress', [address, 100]]],
    estimatesend: () => [[{ outputs: outputs() }]],
    createrawtransaction: () => [
      [[coin()], { [address]: 1 }],
      [[], { [address]: 1 }],
    ],
    signrawtransaction: () => [
      [handle()],
      [handle(), [], null, 'ALL'],
      [handle(), [], [privkey]],
      [handle(), [], null, 'NONE'],
    ],
    fundrawtransaction: () => [[handle()]],
    decoderawtransaction: () => [[handle()]],
    explaintransaction: () => [[handle()], [handle(), handle()]],
    sendrawtransaction: () => [[handle()], [handle(), true]],
    preparefunded: () => [['tokencreate', ['GOLD', '1']]],
    sendtogether: () => [[handle()], [`${handle()}${handle()}`]],
    sendprepared: () => [[handle()], [handle(), text()]],
    getrawtransaction: () => [[handle(), 1]],
    setidentity: () => [[pubkey], ['0'], ['1']],
    setpubkey: () => [[pubkey]],
    settxfee: () => [[5], [0.001]],
    importprivkey: () => [[privkey], [''], ['', 'x', true]],
    importaddress: () => [[address], [pubkey]],
    importwallettext: () => [[`${privkey} 2020-01-01T00:00:00Z\n`], ['']],
    addmultisigaddress: () => [[1, [pubkey, own().pubkey]]],
    setphrase: () => [[WORDS], [''], [WORDS, { restore: true }]],
    newphrase: () => [[12], [24]],
    protectwallet: () => [['of the attacker'], ['']],
    encryptwallet: () => [['of the attacker'], ['']],
    walletpassphrase: () => [
      ['of the attacker', 60],
      ['', 60],
    ],
    unlockwallet: () => [['', 60]],
    walletpassphrasechange: () => [
      ['a', 'b'],
      ['', ''],
    ],
    dumpprivkey: () => [[own().address]],
    signmessage: () => [[own().address, `I give everything to ${address}`]],
    dumpwallet: () => [['stolen']],
    backupwallet: () => [['stolen']],
    importwallet: () => [['stolen']],
    inspectwalletfile: () => [['/etc/passwd'], ['../wallet.dat'], ['wallet.dat']],
    importwalletfile: () => [['/etc/passwd'], ['../wallet.dat', 'of the attacker'], ['wallet.dat', '', true]],
    addnode: () => [
      [NAME, 'add'],
      [NAME, 'onetry'],
      [`${random.hex(20)}.evil.example:80`, 'onetry'],
      ['203.0.113.5:99', 'onetry'],
    ],
    setban: () => [
      ['0.0.0.0/0', 'add'],
      ['203.0.113.0/24', 'add'],
      [NAME, 'add'],
    ],
    restorebans: () => [[[{ address: '0.0.0.0/1', since: 1, until: 4_000_000_000, note: '' }]]],
    joinchain: () => [
      [{ options: ['-ac_name=EVIL', '-ac_public=1'], peers: [NAME] }],
      [{ text: `x -ac_name=E -addnode=${NAME}` }],
      [{ options: SANDBOX_ARGS, label: 'Theirs' }],
    ],
    createchain: () => [[{ label: text(), options: ['-ac_name=EVIL', '-ac_public=1'], peers: [NAME], testnode: true }]],
    selectchain: () => [[own().id]],
    startchain: () => [[own().id], [own().id, { p2pport: 1_234, rpcport: 1_235 }]],
    stopchain: () => [[own().id]],
    checkchainsettings: () => [[own().id, { proxy: NAME, addnode: [NAME] }]],
    setchainsettings: () => [
      [own().id, { listen: '1', addnode: [NAME], proxy: NAME }],
      [own().id, { connect: [text()], loglevel: 'debug' }],
    ],
    setrpcaccess: () => [[own().id, { rpcallowip: ['0.0.0.0/0'], rpcbind: ['0.0.0.0'], rpcport: '1236' }]],
    newrpcpassword: () => [[own().id]],
    readlog: () => [[own().id, { search: text() }]],
    setappsettings: () => [[{ login: true, keeprunning: true }], [{ notify: { coins: false } }]],
    renamechain: () => [[own().id, random.pick(['TWIN', 'Other', 'Sandbox', 'Friend', text()])]],
    settestnode: () => [[own().id, random.chance(0.5)]],
    forgetchain: () => [[own().id]],
    joinafresh: () => [[own().id]],
    undojoinafresh: () => [[own().id]],
    deletechain: () => [[own().id, 'TWIN']],
    newwallet: () => [[own().id, 'TWIN']],
    invalidateblock: () => [[harvest.pick(random) ?? '']],
    setmocktime: () => [[1]],
    prioritisetransaction: () => [[coin().txid, 0, 1_000_000]],
    lockunspent: () => [
      [false, [coin()]],
      [true, []],
    ],
    tokencreate: () => [['EVIL', '1', text()]],
    tokentransfer: () => [[coin().txid, pubkey, '1']],
    tokenask: () => [['1', coin().txid, '0.00000001']],
    tokenbid: () => [['1', coin().txid, '1000']],
    tokenfillask: () => [[coin().txid, coin().txid, '1000000']],
    tokenfillbid: () => [[coin().txid, coin().txid, '1000000']],
    tokencancelask: () => [[coin().txid, coin().txid]],
    tokencancelbid: () => [[coin().txid, coin().txid]],
    faucetfund: () => [['1']],
    generate: () => [[1]],
    generatetoaddress: () => [[1, address]],
    setgenerate: () => [[false, 0]],
  }

  const aimed = (name: string): readonly Params[] => (Object.hasOwn(attacks, name) ? (attacks[name]?.() ?? []) : [])
  const anything = (method: Method): RawCall => [method.name, values.paramsOf(method)]
  return {
    callOf(method) {
      const sets = aimed(method.name)
      if (sets.length === 0 || (!BUSY.has(method.name) && random.chance(0.35))) return anything(method)
      return [method.name, JSON.stringify(random.pick(sets))]
    },
    setsOf: (method, min) => {
      const sets = aimed(method.name).map((params): RawCall => [method.name, JSON.stringify(params)])
      const more = Array.from({ length: Math.max(1, min - sets.length) }, () => anything(method))
      return [...sets, [method.name, '[]'], ...more]
    },
    learn(answer) {
      for (const [, found] of answer.matchAll(HANDLE)) if (found !== undefined) handles.push(found)
      handles.splice(0, handles.length - MAX_HANDLES)
      if (answer.length > 200_000 || !/^[[{"]/.test(answer)) return
      try {
        harvest.reap(JSON.parse(answer))
      } catch {
        // The reply is not a single JSON text.
      }
    },
    learnCoins(found) {
      coins = found
    },
  }
}
