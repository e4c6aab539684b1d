/** Questions about keys and phrases that leave or enter the wallet, which bypass the page of the desktop app. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import { type ConsentPlan, type Ground, passOn } from '../plan.ts'
import { type Draft, draft, fact } from './draft.ts'
import { plainArg, textArg } from './given.ts'
import { ownerAddress } from './ownerOf.ts'
import { aboutSealedProof, pickedFile, suggestedName } from './sealedBackups.ts'
import { typed } from './secretQuestions.ts'

/** What the page gets in place of a secret. */
const OUTSIDE = '(shown outside of the page)'
const SAVED = '(saved to a file)'
const SET = '(written down, and set)'
/** Largest file with keys, bytes: a hundred thousand keys take 12 MB. */
const MOST_FILE = 50_000_000

const declined = () => new RpcError(RPC_ERROR.MISC, 'You decided against it. Nothing was done.')

/** In the browser mode the page does the rest. */
const onlyAsked = (call: PageCall, ground: Ground, words: Draft): ConsentPlan => ({
  question: draft(ground, words),
  act: () => passOn(call, ground),
})

export async function aboutKey(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const address = await ownerAddress(textArg(call, 't-addr'), ground)
  const words: Draft = {
    title: 'Show a private key?',
    consequence: 'Whoever sees it can spend the coins and tokens of this address, now and later.',
    facts: [fact('Address', address)],
    agree: 'Show',
    danger: true,
  }
  if (ground.options.secrets === 'page') return onlyAsked(call, ground, words)
  return {
    question: draft(ground, words),
    discloses: true,
    async act() {
      const secret = await ground.client.call('dumpprivkey', { 't-addr': address })
      const explanation = `The private key of ${address}. Whoever has it can spend from this address.`
      await ground.surface.disclose(
        { chain: ground.chainText, title: 'Private key', explanation, secret, kind: 'key', done: 'Close' },
        ground.signal,
      )
      return call.method.result.encode(OUTSIDE)
    },
  }
}

/** Makes the words, shows them, checks that they were written down and sets them; the page makes one call. */
export async function aboutNewPhrase(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { client, surface, signal, chainText } = ground
  const words: Draft = {
    title: 'Make a recovery phrase for the wallet?',
    consequence:
      'All keys that are made from now on come from it: whoever has the words has the coins. You write them down, and they are not shown again.',
    facts: [fact('Words', plainArg(call, 'words'))],
    agree: 'Show the words',
  }
  if (ground.options.secrets === 'page') return onlyAsked(call, ground, words)
  const status = await client.call('getwalletstatus')
  if (status.phrase) throw new RpcError(RPC_ERROR.WALLET, 'The wallet has a phrase already')
  if (status.locked) {
    throw new RpcError(
      RPC_ERROR.UNLOCK_NEEDED,
      'Error: Please enter the wallet passphrase with walletpassphrase first.',
    )
  }
  return {
    question: draft(ground, words),
    discloses: true,
    async act() {
      const { phrase } = await client.call('newphrase', { words: Number(call.args['words']) })
      const explanation =
        'Write these words down in this order. They restore the wallet, and whoever has them has the coins.'
      const written = await surface.disclose(
        {
          chain: chainText,
          title: 'Recovery phrase',
          explanation,
          secret: phrase,
          kind: 'phrase',
          done: 'I have written it down',
        },
        signal,
      )
      if (!written || signal.aborted) throw declined()
      await client.call('setphrase', { phrase })
      return call.method.result.encode({ phrase: SET })
    },
  }
}

export function aboutExport(call: PageCall, ground: Ground): ConsentPlan {
  const { client, options } = ground
  const words: Draft = {
    title: 'Save all private keys to a file that is not encrypted?',
    consequence:
      'Whoever has the file can spend all coins and tokens of this wallet, now and later. An encrypted backup is safer.',
    agree: 'Save',
    danger: true,
  }
  if (options.secrets === 'page') return onlyAsked(call, ground, words)
  const suggested = suggestedName(ground, '-keys.txt')
  return {
    question: draft(ground, { ...words, file: { use: 'save', suggested } }),
    async act(answer) {
      const { text, time } = await client.call('exportwallet')
      await options.files.write(pickedFile(answer), text)
      await client.call('notebackup', { time: BigInt(time) })
      return call.method.result.encode({ text: SAVED, time })
    },
  }
}

export function aboutImport(call: PageCall, ground: Ground): ConsentPlan {
  const words: Draft = {
    title: 'Take the keys of a file into the wallet?',
    consequence:
      'Whoever made the file can spend what comes to these keys. The phrase of the wallet does not restore them.',
    agree: 'Take the keys',
    danger: true,
  }
  if (ground.options.secrets === 'page') return onlyAsked(call, ground, words)
  return {
    question: draft(ground, { ...words, file: { use: 'open', suggested: '' } }),
    async act(answer) {
      const text = await ground.options.files.read(pickedFile(answer), MOST_FILE)
      return passOn(withValue(call, 'text', text), ground)
    },
  }
}

/** An empty member says which of the three the page wants proved. */
export function aboutProof(call: PageCall, ground: Ground): ConsentPlan {
  const words: Draft = {
    title: 'Test a backup?',
    consequence: 'It is compared with this wallet and the chain. Nothing is taken in or kept.',
    agree: 'Test',
  }
  if (ground.options.secrets === 'page') return onlyAsked(call, ground, words)
  const backup = call.args['backup'] as JsonObject
  if (backup.has('sealed')) return aboutSealedProof(call, ground, words)
  const dump = backup.has('dump')
  const field = { name: 'phrase', label: 'Recovery phrase', kind: 'phrase' } as const
  return {
    question: draft(ground, {
      ...words,
      ...(dump ? { file: { use: 'open', suggested: '' } } : { secrets: [field] }),
    }),
    async act(answer) {
      const given: JsonObject = dump
        ? new Map([['dump', await ground.options.files.read(pickedFile(answer), MOST_FILE)]])
        : new Map([['phrase', typed(answer, 'phrase')]])
      return passOn(withValue(call, 'backup', given), ground)
    },
  }
}
