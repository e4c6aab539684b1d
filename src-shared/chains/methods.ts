/**
 * Methods about chains, which the app answers itself, independent of the selected chain. Only windows can call them,
 * not RPC clients. Adding a chain does not start it. Defined with rpc/define.ts.
 */
import { RPC_ERROR } from '../errors.ts'
import { defineMethod, type ErrorDoc } from '../rpc/define.ts'
import { contractOrNone, MAX_OWNER_ADDRESSES, ownLabel } from '../rpc/methods/owners.ts'
import { p } from '../rpc/param.ts'
import { r } from '../rpc/result.ts'
import { contactMethods } from './contacts.ts'
import { STEPS } from './firstSteps.ts'
import { moveInMethods } from './moveInMethods.ts'
import { pictureMethods } from './pictureMethods.ts'
import { settingMethods } from './settingMethods.ts'
import {
  APP_CALL,
  addedChain,
  type ChainInput,
  type ChainPorts,
  chainDescription,
  chainId,
  chainNow,
  chainRecord,
  type JoinedChain,
  type NewChain,
  noSuchChain,
  objectParam,
  type PreflightInput,
  preflightResult,
  sandboxPeople,
  textOrNull,
} from './shapes.ts'

const { category, flags } = APP_CALL

const notUnderstood: ErrorDoc = {
  code: RPC_ERROR.INVALID_PARAMETER,
  message: 'the first problem that describechain reports',
  when: 'the chain cannot be run here',
}
const inTheList: ErrorDoc = {
  code: RPC_ERROR.INVALID_PARAMETER,
  message: 'This chain is already in the list, as <label>',
  when: 'a chain in the list has these options and this network',
}
const notStopped: ErrorDoc = {
  code: RPC_ERROR.MISC,
  message: '<label> is running: stop it first',
  when: 'the chain is not stopped',
}

const listchains = defineMethod({
  name: 'listchains',
  category,
  consent: 'none',
  changesWith: ['chains'],
  summary: 'Lists the chains of this app, and the id of the chain that the window shows.',
  params: [],
  result: r.object({
    current: textOrNull('id of the chain that other calls go to'),
    root: r.text('folder of the chains'),
    client: r.text('command that runs chainwright-cli on this machine'),
    notice: textOrNull('problem when the list was read and the action taken'),
    chains: r.array(chainRecord, 'chains, most recently used first'),
  }),
  examples: [{ params: [] }],
  flags,
})

const describechain = defineMethod({
  name: 'describechain',
  category,
  consent: 'none',
  changesWith: 'never',
  summary: 'Describes the chain that these parameters define, and their problems. Changes nothing.',
  params: [objectParam<ChainInput>().named('chain', 'text, or options and peers')],
  result: chainDescription,
  examples: [
    { params: [{ options: ['-ac_name=TEST', '-ac_supply=1000', '-ac_public=1'] }] },
    { params: [{ text: 'komodod -ac_name=TEST -ac_supply=1000' }], note: 'as received from another user' },
  ],
  flags,
})

const createchain = defineMethod({
  name: 'createchain',
  category,
  consent: 'ask',
  stake: 'reach',
  changesWith: 'never',
  summary: 'Adds a new chain to the list and creates its folder. The chain is not started.',
  params: [objectParam<NewChain>().named('chain', 'label, options, testnode, peers')],
  result: addedChain,
  errors: [notUnderstood, inTheList],
  examples: [{ params: [{ label: 'My chain', options: ['-ac_name=TEST', '-ac_public=1'], testnode: true }] }],
  flags,
})

const joinchain = defineMethod({
  name: 'joinchain',
  category,
  consent: 'ask',
  stake: 'reach',
  changesWith: 'never',
  summary: 'Adds a chain that others have created. The chain is not started.',
  params: [objectParam<JoinedChain>().named('chain', 'label; text, or options and peers')],
  result: addedChain,
  errors: [notUnderstood, inTheList],
  examples: [{ params: [{ text: 'chainwrightd -ac_name=TEST -ac_public=1 -addnode=192.0.2.1:8000' }] }],
  flags,
})

const addsandbox = defineMethod({
  name: 'addsandbox',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Adds this program’s own sandbox chain. The chain is not started.',
  params: [],
  result: addedChain,
  examples: [{ params: [], note: 'returns the id of the existing sandbox, if there is one' }],
  flags,
})

const identifyowners = defineMethod({
  name: 'identifyowners',
  category,
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity', 'peers', 'chains'],
  summary:
    'Shows which addresses, public keys and peers belong to the shown wallet, to the sandbox’s other wallet, or to a contract.',
  params: [
    p.array('addresses', `addresses, public keys in hex, or host:port of peers; at most ${MAX_OWNER_ADDRESSES}`, {
      type: 'string',
    }),
  ],
  returns: 'one row per text, in the order of the call',
  result: r.array(
    r.object({
      address: r.text('as given'),
      owner: r.choice(
        'other: the other wallet of the sandbox, or its node; unknown: none of these, or the other wallet is not running',
        'own',
        'other',
        'contract',
        'unknown',
      ),
      contract: contractOrNone,
      label: ownLabel,
    }),
  ),
  errors: [
    { code: -8, message: `At most ${MAX_OWNER_ADDRESSES} addresses a call`, when: 'the array has more' },
    { code: -9, message: 'No chain is open', when: 'the window shows no chain' },
  ],
  examples: [{ params: [['RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', '127.0.0.1:35119']] }],
  flags,
})

const startfriend = defineMethod({
  name: 'startfriend',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Starts the second wallet of the sandbox, Friend, and shows both wallets.',
  description: 'The first call creates Friend, and the sandbox’s own wallet, Me, sends it 10,000 coins.',
  params: [],
  result: sandboxPeople,
  errors: [
    {
      code: RPC_ERROR.INVALID_PARAMETER,
      message: 'The list contains no sandbox',
      when: 'addsandbox was not called',
    },
    { code: RPC_ERROR.MISC, message: 'the reason why it did not start', when: 'one of the two nodes did not start' },
  ],
  examples: [{ params: [] }],
  flags: { ...flags, longRunning: true },
})

const getfirststeps = defineMethod({
  name: 'getfirststeps',
  category,
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'bans', 'faucet', 'chains'],
  summary: 'Shows which first steps were done in the sandbox, by Me or by Friend. A completed step stays completed.',
  params: [],
  result: r.object({
    done: r.array(r.choice('', ...STEPS), 'in this order'),
    token: textOrNull('id of the first token that was created, or null'),
    claiming: r.array(
      r.choice('', 'me', 'friend'),
      'wallets that are searching for a faucet claim now; empty once all steps are done',
    ),
  }),
  examples: [{ params: [] }],
  flags,
})

const startchain = defineMethod({
  name: 'startchain',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Starts a chain and waits until its node answers. Ports passed to the call are used from now on.',
  params: [chainId, objectParam<ChainPorts>().named('ports', 'p2pport, rpcport').optional()],
  result: chainNow,
  errors: [
    noSuchChain,
    {
      code: RPC_ERROR.MISC,
      message: 'the reason why it did not start; for a taken port, the program that uses it and a free port',
      when: 'the node did not start',
    },
  ],
  examples: [{ params: ['TEST-5071c306'] }, { params: ['TEST-5071c306', { rpcport: 12_500 }] }],
  flags: { ...flags, longRunning: true },
})

const newwallet = defineMethod({
  name: 'newwallet',
  category,
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary:
    'Starts a chain whose wallet file is missing, empty, damaged or another wallet, and continues without the old one.',
  description:
    'An existing wallet is used from now on; otherwise a new, empty one is created, and the file in its path is kept under ' +
    'another name. Nothing is deleted. If the chain’s own wallet exists, this call only starts the chain.',
  params: [chainId, p.str('name', 'name of the chain, typed as a confirmation')],
  result: chainNow,
  errors: [
    noSuchChain,
    notStopped,
    {
      code: RPC_ERROR.INVALID_PARAMETER,
      message: 'The name does not match the name of the chain',
      when: 'the name differs',
    },
    { code: RPC_ERROR.MISC, message: 'the reason why it did not start', when: 'the node did not start' },
  ],
  examples: [{ params: ['TEST-5071c306', 'TEST'] }],
  flags: { ...flags, longRunning: true },
})

const isSandbox: ErrorDoc = {
  code: RPC_ERROR.MISC,
  message: '<label> belongs to the sandbox: its blocks are mined here and cannot be downloaded again',
  when: 'the chain is the sandbox',
}

const joinafresh = defineMethod({
  name: 'joinafresh',
  category,
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Sets the blocks of a chain aside and downloads them again from its peers. Wallet and settings are kept.',
  description:
    'For a chain whose peers are on another chain since block 1. Blocks, indexes and the record of the miner are moved to a ' +
    'folder next to the data folder, named after it and the date; nothing is deleted. For this the chain is stopped and started ' +
    'again, with the miner off. If the program is killed in between, the next start finishes the operation.',
  params: [chainId],
  result: chainNow,
  errors: [
    noSuchChain,
    isSandbox,
    {
      code: RPC_ERROR.MISC,
      message: 'the reason why nothing was set aside, or why it did not start',
      when: 'a file operation failed',
    },
  ],
  examples: [{ params: ['TEST-5071c306'] }],
  flags: { ...flags, longRunning: true },
})

const undojoinafresh = defineMethod({
  name: 'undojoinafresh',
  category,
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Restores the blocks that joinafresh set aside.',
  description: 'The blocks received since then are set aside in turn, so that a second call undoes the first one.',
  params: [chainId],
  result: chainNow,
  errors: [
    noSuchChain,
    isSandbox,
    {
      code: RPC_ERROR.MISC,
      message: 'There is no data of this chain to restore',
      when: 'kept in listchains is null',
    },
  ],
  examples: [{ params: ['TEST-5071c306'] }],
  flags: { ...flags, longRunning: true },
})

const stopchain = defineMethod({
  name: 'stopchain',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Stops a chain, and waits until its files are closed.',
  params: [chainId],
  result: chainNow,
  errors: [noSuchChain],
  examples: [{ params: ['TEST-5071c306'] }],
  flags,
})

const selectchain = defineMethod({
  name: 'selectchain',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Shows another chain in the window. A stopped chain is started; the call does not wait for the start.',
  params: [chainId],
  result: chainNow,
  errors: [noSuchChain],
  examples: [{ params: ['TEST-5071c306'] }],
  flags,
})

const renamechain = defineMethod({
  name: 'renamechain',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Changes the label of a chain. Its name, which is part of its rules, does not change.',
  params: [chainId, p.str('label', '1 to 60 characters; empty: the chain’s name')],
  result: chainNow,
  errors: [noSuchChain],
  examples: [{ params: ['TEST-5071c306', 'My chain'] }],
  flags,
})

const settestnode = defineMethod({
  name: 'settestnode',
  category,
  consent: 'tell',
  changesWith: 'never',
  summary: 'Sets whether a chain may mine without peers. Takes effect at its next start.',
  params: [chainId, p.bool('testnode', 'whether the chain may mine without peers')],
  result: chainNow,
  errors: [noSuchChain],
  examples: [{ params: ['TEST-5071c306', true] }],
  flags,
})

const forgetchain = defineMethod({
  name: 'forgetchain',
  category,
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Removes a stopped chain from the list. Its folder is kept.',
  params: [chainId],
  result: r.object({ directory: r.text('folder that is kept') }),
  errors: [noSuchChain, notStopped],
  examples: [{ params: ['TEST-5071c306'] }],
  flags,
})

const deletechain = defineMethod({
  name: 'deletechain',
  category,
  consent: 'ask',
  // Deleting a chain deletes its wallet too.
  stake: 'keys',
  changesWith: 'never',
  summary:
    'Removes a stopped chain from the list and deletes its folder, including the wallet and the blocks that were set aside.',
  params: [chainId, p.str('name', 'name of the chain, typed as a confirmation')],
  result: r.object({ directory: r.text('deleted folder') }),
  errors: [
    noSuchChain,
    notStopped,
    {
      code: RPC_ERROR.INVALID_PARAMETER,
      message: 'The name does not match the name of the chain',
      when: 'the name differs',
    },
    {
      code: RPC_ERROR.MISC,
      message: 'the reason why it was not deleted',
      when: 'the folder is not one of ours, or is in use',
    },
  ],
  examples: [{ params: ['TEST-5071c306', 'TEST'] }],
  flags,
})

const preflight = defineMethod({
  name: 'preflight',
  category,
  consent: 'none',
  changesWith: 'never',
  summary: 'Checks whether a chain can run here: disk, memory, clock, folder, ports; each with instructions.',
  params: [objectParam<PreflightInput>().named('chain', 'id, or options')],
  result: preflightResult,
  errors: [noSuchChain, notUnderstood],
  examples: [{ params: [{ id: 'TEST-5071c306' }] }, { params: [{ options: ['-ac_name=TEST'] }] }],
  flags,
})

export const chainMethods = {
  ...contactMethods,
  ...moveInMethods,
  ...pictureMethods,
  ...settingMethods,
  addsandbox,
  createchain,
  deletechain,
  describechain,
  forgetchain,
  getfirststeps,
  identifyowners,
  joinafresh,
  joinchain,
  listchains,
  newwallet,
  preflight,
  renamechain,
  selectchain,
  settestnode,
  startchain,
  startfriend,
  stopchain,
  undojoinafresh,
} as const
