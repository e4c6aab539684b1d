/**
 * Methods that move an existing node of the family in: its wallet, blocks and conf file. Defined with rpc/define.ts.
 * Calls accept only folders that findnodefolders found or that the user chose in the app's own window.
 */
import { RPC_ERROR } from '../errors.ts'
import { defineMethod, type ErrorDoc } from '../rpc/define.ts'
import { p } from '../rpc/param.ts'
import { r } from '../rpc/result.ts'
import {
  type MoveInChoices,
  moveInState,
  moveInUndone,
  nodeFolder,
  nodeFolderReport,
  type OldChainInput,
} from './moveInShapes.ts'
import { APP_CALL, chainId, noSuchChain, objectParam } from './shapes.ts'

const { category, flags } = APP_CALL

const EXAMPLE_FOLDER = '/home/user/.komodo/TEST'

const folder = p.str('folder', 'folder, as in findnodefolders')

const unknownFolder: ErrorDoc = {
  code: RPC_ERROR.INVALID_PARAMETER,
  message: 'This folder was neither found nor chosen: <folder>',
  when: 'neither findnodefolders nor choosenodefolder returned the folder',
}
const notMoved: ErrorDoc = {
  code: RPC_ERROR.MISC,
  message: 'Nothing was moved into this chain',
  when: 'the chain has no move',
}

const findnodefolders = defineMethod({
  name: 'findnodefolders',
  category,
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists folders of komodod and its relatives in their usual places on this computer.',
  params: [],
  result: r.object({
    places: r.array(r.text(), 'folders that were searched'),
    folders: r.array(nodeFolder, 'folders of nodes, those with a wallet first'),
  }),
  examples: [{ params: [] }],
  flags,
})

const choosenodefolder = defineMethod({
  name: 'choosenodefolder',
  category,
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Lets the user choose the folder of a node in a dialog of the app.',
  params: [p.str('folder', 'empty in the desktop app, which asks; otherwise the absolute path').default('')],
  result: nodeFolder,
  errors: [
    {
      code: RPC_ERROR.INVALID_PARAMETER,
      message: 'This is not a folder of a node: <folder>',
      when: 'the folder has neither block files, nor a wallet, nor a conf file',
    },
  ],
  examples: [{ params: [] }, { params: [EXAMPLE_FOLDER], note: 'in a browser' }],
  flags,
})

const inspectnodefolder = defineMethod({
  name: 'inspectnodefolder',
  category,
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows what a node’s folder contains and what moveinnode would take. Changes nothing.',
  params: [folder, objectParam<OldChainInput>().named('chain', 'text with the chain’s options').optional()],
  result: nodeFolderReport,
  errors: [unknownFolder],
  examples: [{ params: [EXAMPLE_FOLDER] }, { params: [EXAMPLE_FOLDER, { text: 'komodod -ac_name=TEST' }] }],
  flags: { ...flags, longRunning: true },
})

const moveinnode = defineMethod({
  name: 'moveinnode',
  category,
  consent: 'ask',
  // A wallet's keys are taken over, and RPC access with the old password.
  stake: 'keys',
  changesWith: 'never',
  summary: 'Adds the chain of a node’s folder to the list, starts it, and imports wallet, blocks and settings.',
  description:
    'The call returns when the chain was added; getmovein shows the progress. Files in the old folder are only read, except ' +
    'the conf file if `conf` is true. If the program is killed, the next start continues. Another call with the same folder ' +
    'continues a failed move.',
  params: [
    folder,
    objectParam<MoveInChoices>().named('choices', 'text, label, wallet, blocks, conf, ticks').default(new Map()),
    p.str('passphrase', 'passphrase of the old wallet').secret().default(''),
  ],
  result: moveInState,
  errors: [
    unknownFolder,
    {
      code: RPC_ERROR.MISC,
      message: 'obstacle of inspectnodefolder',
      when: 'the folder cannot be moved in now',
    },
    {
      code: RPC_ERROR.PASSPHRASE_INCORRECT,
      message: 'The passphrase of the old wallet is wrong',
      when: 'the passphrase opens no key',
    },
  ],
  examples: [{ params: [EXAMPLE_FOLDER] }, { params: [EXAMPLE_FOLDER, { conf: true }] }],
  flags: { ...flags, longRunning: true },
})

const getmovein = defineMethod({
  name: 'getmovein',
  category,
  consent: 'none',
  changesWith: ['chains'],
  summary: 'Shows the moves of this app: running, waiting, failed and done.',
  params: [],
  result: r.object({ moves: r.array(moveInState, 'latest first') }),
  examples: [{ params: [] }],
  flags,
})

const undomovein = defineMethod({
  name: 'undomovein',
  category,
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Restores the conf file in the old folder, and ends RPC access with the old password.',
  description:
    'If the conf file is no longer the one that this program wrote, it is kept and both contents are returned. Chain and ' +
    'wallet stay in the list.',
  params: [chainId],
  result: moveInUndone,
  errors: [noSuchChain, notMoved],
  examples: [{ params: ['TEST-5071c306'] }],
  flags: { ...flags, longRunning: true },
})

export const moveInMethods = {
  choosenodefolder,
  findnodefolders,
  getmovein,
  inspectnodefolder,
  moveinnode,
  undomovein,
} as const
