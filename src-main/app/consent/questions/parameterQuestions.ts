/** Prompts whose texts need only the parameters of the call. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { parseNetAddress } from '../../../node/index.ts'
import type { AppText } from '../../texts/index.ts'
import type { PageCall } from '../pageCall.ts'
import { quoted } from '../text.ts'
import { MAX_ARGUMENT_LENGTH, numberArg, plainArg, shownArg, textArg, timeText } from './arguments.ts'
import { type Draft, fact } from './draft.ts'

type DraftQuestion = (call: PageCall, t: AppText) => Draft

/** Maximum number of characters of a message to sign, which is shown in full. */
const MAX_MESSAGE_LENGTH = 4_000
const MAX_KEYS = 100

/** Placeholder port to test whether a text is an address. If it is not, the node resolves it as a host name. */
const ANY_PORT = 1
const isAddress = (node: string) => parseNetAddress(node, ANY_PORT) !== undefined

/** Returns a file name that the node accepts. @throws RpcError with the node's error text, before a prompt is shown */
function fileNameArg(call: PageCall, name: string): string {
  const text = textArg(call, name)
  if (/^[A-Za-z0-9]{1,100}$/.test(text)) return text
  throw new RpcError(RPC_ERROR.WALLET, 'Filename is invalid as only alphanumeric characters are allowed.')
}

function hashArg(call: PageCall, name: string): string {
  const text = textArg(call, name)
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `${name} must be 64 hexadecimal digits`)
}

function formatKeys(call: PageCall, t: AppText): readonly string[] {
  const keys = call.args['keysobject']
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `keysobject must be an array of at most ${MAX_KEYS} keys`)
  }
  return keys.map((key) => (typeof key === 'string' ? quoted(t, key, 200) : '?'))
}

/** Returns a prompt without facts: title, consequence and the verb of its button. */
const plain = (t: AppText, part: 'stop' | 'rebuild' | 'clean' | 'noSchedule'): Draft => ({
  title: t(`${part}.title`),
  consequence: t(`${part}.consequence`),
  agree: t(`${part}.agree`),
})

export const PARAMETER_QUESTIONS: Readonly<Record<string, DraftQuestion>> = {
  stop: (_, t) => plain(t, 'stop'),
  rebuildaddressindex: (_, t) => plain(t, 'rebuild'),
  cleanwallettransactions: (_, t) => ({ ...plain(t, 'clean'), danger: true }),
  invalidateblock: (call, t) => ({
    title: t('invalidate.title'),
    consequence: t('invalidate.consequence'),
    facts: [fact(t('fact.block'), hashArg(call, 'hash'))],
    agree: t('invalidate.agree'),
    danger: true,
  }),
  reconsiderblock: (call, t) => ({
    title: t('reconsider.title'),
    consequence: t('reconsider.consequence'),
    facts: [fact(t('fact.block'), hashArg(call, 'hash'))],
    agree: t('reconsider.agree'),
  }),
  setmocktime: (call, t) => ({
    title: t('clock.title'),
    consequence: t('clock.consequence'),
    facts: [fact(t('fact.time'), timeText(BigInt(plainArg(call, 'timestamp', t))))],
    agree: t('clock.agree'),
  }),
  prioritisetransaction: (call, t) => ({
    title: t('prioritise.title'),
    consequence: t('prioritise.consequence'),
    facts: [
      fact(t('fact.transaction'), hashArg(call, 'txid')),
      fact(t('fact.feeDelta'), t('fact.satoshis', { number: numberArg(call, 'fee delta', t) })),
      fact(t('fact.priority'), plainArg(call, 'priority delta', t)),
    ],
    agree: t('prioritise.agree'),
  }),
  importaddress: (call, t) => ({
    title: t('watch.title'),
    consequence: t('watch.consequence'),
    facts: [
      fact(t('fact.addressOrScript'), shownArg(call, 'address', t, 21_000)),
      fact(t('fact.label'), shownArg(call, 'label', t)),
    ],
    agree: t('watch.agree'),
  }),
  addmultisigaddress: (call, t) => ({
    title: t('multisig.title'),
    consequence: t('multisig.consequence'),
    facts: [
      fact(t('fact.signatures'), plainArg(call, 'nrequired', t)),
      ...formatKeys(call, t).map((key, index) => fact(t('fact.key', { number: index + 1 }), key)),
      fact(t('fact.label'), shownArg(call, 'account', t)),
    ],
    agree: t('multisig.agree'),
  }),
  stopbackupschedule: (_, t) => plain(t, 'noSchedule'),
  backupwallet: (call, t) => ({
    title: t('copy.title'),
    consequence: t('copy.consequence'),
    facts: [fact(t('fact.exportFile'), fileNameArg(call, 'destination'))],
    warnings: [t('copy.replaced')],
    agree: t('copy.agree'),
    danger: true,
  }),
  dumpwallet: (call, t) => ({
    title: t('dump.title'),
    consequence: t('dump.consequence'),
    facts: [fact(t('fact.exportFile'), fileNameArg(call, 'filename'))],
    agree: t('dump.agree'),
    danger: true,
  }),
  importwallet: (call, t) => ({
    title: t('import.title'),
    consequence: t('importFile.consequence'),
    facts: [fact(t('fact.exportFile'), fileNameArg(call, 'filename'))],
    agree: t('import.agree'),
    danger: true,
  }),
  signmessage: (call, t) => ({
    title: t('sign.title'),
    consequence: t('sign.consequence'),
    facts: [
      fact(t('fact.address'), shownArg(call, 't-addr', t, 100)),
      fact(t('fact.message'), quoted(t, textArg(call, 'message'), MAX_MESSAGE_LENGTH)),
    ],
    agree: t('sign.agree'),
    danger: true,
  }),
  keypoolrefill: (call, t) => ({
    title: t('refill.title'),
    consequence: t('refill.consequence'),
    facts: [fact(t('fact.keys'), numberArg(call, 'newsize', t))],
    agree: t('refill.agree'),
  }),
  generate: (call, t) => ({
    title: t('generate.title'),
    consequence: t('generate.consequence'),
    facts: [fact(t('fact.blocks'), numberArg(call, 'numblocks', t))],
    agree: t('generate.agree'),
  }),
  lockunspent: (call, t) => ({
    title: t(call.args['unlock'] === true ? 'lock.unlockTitle' : 'lock.title'),
    consequence: t('lock.consequence'),
    facts: [
      fact(
        t('fact.outputs'),
        t.figures().whole((call.args['transactions'] as readonly unknown[] | undefined)?.length ?? 0),
      ),
    ],
    agree: t('lock.agree'),
  }),
  addnode: (call, t) => ({
    title: t('addnode.title'),
    consequence: t(isAddress(textArg(call, 'node')) ? 'addnode.consequenceAddress' : 'addnode.consequence'),
    facts: [
      fact(t('fact.node'), shownArg(call, 'node', t, 300)),
      fact(t('fact.how'), t(call.args['command'] === 'add' ? 'fact.always' : 'fact.once')),
    ],
    agree: t('addnode.agree'),
  }),
}

export const draftUnknownMethod: DraftQuestion = (call, t) => ({
  title: t('unknown.title', { method: call.name }),
  consequence: call.method.summary,
  facts: call.method.params.map(({ name }) =>
    fact(name, quoted(t, String(call.args[name] ?? ''), MAX_ARGUMENT_LENGTH)),
  ),
  agree: t('unknown.agree'),
  danger: true,
})
