/** Questions that need only the parameters. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { PageCall } from '../pageCall.ts'
import { quoted } from '../text.ts'
import { type Draft, fact } from './draft.ts'
import { MOST_GIVEN, plainArg, shownArg, textArg, timeText } from './given.ts'

type Words = (call: PageCall) => Draft

/** Characters of a message to sign, all of which are shown. */
const MOST_MESSAGE = 4_000
const MOST_KEYS = 100

/** @throws RpcError like the node, before a question is asked */
function fileName(call: PageCall, name: string): string {
  const text = textArg(call, name)
  if (/^[A-Za-z0-9]{1,100}$/.test(text)) return text
  throw new RpcError(RPC_ERROR.WALLET, 'Filename is invalid as only alphanumeric characters are allowed.')
}

function hashText(call: PageCall, name: string): string {
  const text = textArg(call, name)
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `${name} must be 64 hexadecimal digits`)
}

function keysOf(call: PageCall): readonly string[] {
  const keys = call.args['keysobject']
  if (!Array.isArray(keys) || keys.length > MOST_KEYS) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `At most ${MOST_KEYS} keys`)
  }
  return keys.map((key) => (typeof key === 'string' ? quoted(key, 200) : '?'))
}

export const WORDS: Readonly<Record<string, Words>> = {
  stop: () => ({
    title: 'Stop the node of this chain?',
    consequence: 'It leaves the network and mines nothing more until you start it again.',
    agree: 'Stop',
  }),
  rebuildaddressindex: () => ({
    title: 'Make the address index again?',
    consequence: 'Addresses, tokens and the faucet do not answer until it is done. Coins and keys stay as they are.',
    agree: 'Make it again',
  }),
  invalidateblock: (call) => ({
    title: 'Leave the chain at a block?',
    consequence:
      'This node goes back to the block before it, and payments since then do not count here any more, although they do for others.',
    facts: [fact('Block', hashText(call, 'hash'))],
    agree: 'Leave the chain',
    danger: true,
  }),
  reconsiderblock: (call) => ({
    title: 'Accept a block again?',
    consequence: 'This node may change to the branch with this block. Payments on the other branch do not count then.',
    facts: [fact('Block', hashText(call, 'hash'))],
    agree: 'Accept it',
  }),
  setmocktime: (call) => ({
    title: 'Stop the clock of this node?',
    consequence: 'It goes by this time until it is told otherwise. 1970-01-01 is the time of the system again.',
    facts: [fact('Time', timeText(BigInt(plainArg(call, 'timestamp'))))],
    agree: 'Set the clock',
  }),
  prioritisetransaction: (call) => ({
    title: 'Change when a transaction is mined here?',
    consequence: 'It comes sooner or later into blocks that this node makes. Nothing is paid.',
    facts: [
      fact('Transaction', hashText(call, 'txid')),
      fact('Counts as if it paid more', `${plainArg(call, 'fee delta')} satoshis`),
      fact('Priority', plainArg(call, 'priority delta')),
    ],
    agree: 'Change it',
  }),
  importaddress: (call) => ({
    title: 'Watch an address with the wallet?',
    consequence:
      'What it holds is listed with your own payments, although you cannot spend it. The chain is looked through.',
    facts: [fact('Address or script', shownArg(call, 'address', 21_000)), fact('Label', shownArg(call, 'label'))],
    agree: 'Watch it',
  }),
  addmultisigaddress: (call) => ({
    title: 'Keep an address of several keys in the wallet?',
    consequence: 'Coins that come to it need these signatures. Others may be able to spend them, or have to sign too.',
    facts: [
      fact('Signatures needed', plainArg(call, 'nrequired')),
      ...keysOf(call).map((key, index) => fact(`Key ${index + 1}`, key)),
      fact('Label', shownArg(call, 'account')),
    ],
    agree: 'Keep it',
  }),
  stopbackupschedule: () => ({
    title: 'Make no more backups by themselves?',
    consequence: 'The files that there are stay. What comes into the wallet from now on is in none of them.',
    agree: 'Switch off',
  }),
  backupwallet: (call) => ({
    title: 'Copy the wallet to a file?',
    consequence: 'Whoever has the file can spend your coins, unless a passphrase protects the wallet.',
    facts: [fact('File in the export folder', fileName(call, 'destination'))],
    warnings: ['A file of this name is replaced.'],
    agree: 'Copy',
    danger: true,
  }),
  dumpwallet: (call) => ({
    title: 'Write all private keys to a file?',
    consequence: 'Whoever sees the file can spend all your coins and tokens.',
    facts: [fact('File in the export folder', fileName(call, 'filename'))],
    agree: 'Write the keys',
    danger: true,
  }),
  importwallet: (call) => ({
    title: 'Take the keys of a file into the wallet?',
    consequence: 'Whoever made the file can spend what comes to these keys.',
    facts: [fact('File in the export folder', fileName(call, 'filename'))],
    agree: 'Take the keys',
    danger: true,
  }),
  signmessage: (call) => ({
    title: 'Sign a message?',
    consequence: 'The signature proves to everybody that the owner of this address said it.',
    facts: [
      fact('Address', shownArg(call, 't-addr', 100)),
      fact('Message', quoted(textArg(call, 'message'), MOST_MESSAGE)),
    ],
    agree: 'Sign',
    danger: true,
  }),
  keypoolrefill: (call) => ({
    title: 'Make many keys?',
    consequence: 'They are kept in the wallet and in every backup.',
    facts: [fact('Keys', plainArg(call, 'newsize'))],
    agree: 'Make them',
  }),
  generate: (call) => ({
    title: 'Mine many blocks?',
    consequence: 'They are on the chain then.',
    facts: [fact('Blocks', plainArg(call, 'numblocks'))],
    agree: 'Mine them',
  }),
  lockunspent: (call) => ({
    title: call.args['unlock'] === true ? 'Give many outputs back?' : 'Keep many outputs from being spent?',
    consequence: 'Payments are made of other coins, or cannot be made, as long as it is so.',
    facts: [fact('Outputs', String((call.args['transactions'] as readonly unknown[] | undefined)?.length ?? 0))],
    agree: 'Do it',
  }),
  addnode: (call) => ({
    title: 'Connect to another node?',
    consequence: 'The name is looked up and the node is called. It learns the address of this machine.',
    facts: [fact('Node', shownArg(call, 'node', 300)), fact('How', call.args['command'] === 'add' ? 'always' : 'once')],
    agree: 'Connect',
  }),
  setban: (call) => ({
    title: 'Ban a range of addresses?',
    consequence: 'No node in it can connect, and those that are connected are dropped.',
    facts: [fact('Range', shownArg(call, 'ip(/netmask)', 100))],
    agree: 'Ban',
  }),
  restorebans: (call) => ({
    title: 'Ban many addresses?',
    consequence: 'No node at them can connect, and those that are connected are dropped.',
    facts: (call.args['bans'] as readonly unknown[]).map((ban, index) => {
      const address = ban instanceof Map ? ban.get('address') : undefined
      return fact(`Range ${index + 1}`, typeof address === 'string' ? quoted(address, 100) : '?')
    }),
    agree: 'Ban them',
  }),
}

export const UNKNOWN_WORDS: Words = (call) => ({
  title: `Let the page call ${call.name}?`,
  consequence: call.method.summary,
  facts: call.method.params.map(({ name }) => fact(name, quoted(String(call.args[name] ?? ''), MOST_GIVEN))),
  agree: 'Let it',
  danger: true,
})
