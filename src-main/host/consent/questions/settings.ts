/** Questions about the options of a chain's node, who may call it, and its password. */
import { chainMethods } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, parseJson, stringifyJson } from '#shared/json.ts'
import { askedChain } from '../chainText.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import { type ConsentPlan, type Ground, passOn } from '../plan.ts'
import { visible, whole } from '../text.ts'
import { draft, fact } from './draft.ts'

/** Characters of one option's values, all of which are shown. */
const MOST_VALUES = 4_000
/** What the page gets in place of a password. */
const SHOWN_OUTSIDE = '(shown outside of the page)'

const valueText = (values: readonly string[]) =>
  values.length === 0 ? 'the default' : whole(values.join(' '), MOST_VALUES)

/** Each option with its values before and after. @throws RpcError for settings that would be refused or change nothing */
export async function aboutSettings(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { chain, text } = await askedChain(call, ground.chainManager)
  const settings = call.args['settings'] as JsonObject
  const reply = await ground.chainManager.call('checkchainsettings', stringifyJson([chain.id, settings]))
  const { problems, changes, warnings } = chainMethods.checkchainsettings.result.decode(parseJson(reply))
  const [problem] = problems
  if (problem !== undefined) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, problem.message)
  if (changes.length === 0) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'These are the settings already')
  const shown: JsonObject = new Map(
    changes.map(({ option, after }) => [option, after.length === 0 ? null : [...after]]),
  )
  const access = call.name === 'setrpcaccess'
  return {
    question: draft(ground, {
      chain: text,
      title: access
        ? `Change who may call the node of ${visible(chain.label)}?`
        : `Change the settings of the chain ${visible(chain.label)}?`,
      consequence: 'They are kept for this chain and count from its next start.',
      facts: changes.map(({ option, before, after }) =>
        fact(`-${option}`, `${valueText(after)} (now: ${valueText(before)})`),
      ),
      warnings,
      agree: 'Change',
      danger: access && warnings.length > 0,
    }),
    // Only what was shown: what is as before now may be otherwise by then.
    act: () => passOn(withValue(call, 'settings', shown), ground),
  }
}

/** Shows the new password to the person; the page of the desktop app does not get it. */
export async function aboutRpcPassword(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { chain, text } = await askedChain(call, ground.chainManager)
  const surface = ground.options.secrets === 'surface'
  return {
    question: draft(ground, {
      chain: text,
      title: 'Make a new RPC password?',
      consequence:
        'Programs with the old password cannot call this node any more. A chain that runs is restarted. Whoever has the new one can spend everything.',
      facts: [fact('Kept in', `the conf file in ${visible(chain.directory)}`)],
      agree: 'Make a new one',
      danger: true,
    }),
    ...(surface && { discloses: true as const }),
    async act() {
      const reply = await passOn(call, ground)
      if (!surface) return reply
      const secret = chainMethods.newrpcpassword.result.decode(parseJson(reply))
      await ground.surface.disclose(
        {
          ...{ chain: text, title: 'RPC password', secret, kind: 'key', done: 'Close' },
          explanation: 'The new password of this node’s RPC server. It is not shown again; the conf file has it.',
        },
        ground.signal,
      )
      return call.method.result.encode(SHOWN_OUTSIDE)
    },
  }
}
