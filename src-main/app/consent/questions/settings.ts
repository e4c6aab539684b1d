/** Prompts about the options of a chain's node, access to its RPC server, and its password. */
import { chainMethods } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, parseJson, stringifyJson } from '#shared/json.ts'
import { type AppText, warningText } from '../../texts/index.ts'
import { askedChain } from '../chainText.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { toCompleteText, visible } from '../text.ts'
import { draft, fact } from './draft.ts'

/** Maximum number of characters of one option's values, which are shown in full. */
const MAX_VALUES_LENGTH = 4_000
/** Reply that the page gets instead of a password. */
const SHOWN_OUTSIDE = '(shown outside of the page)'

const valueText = (values: readonly string[], t: AppText) =>
  values.length === 0 ? t('value.default') : toCompleteText(values.join(' '), MAX_VALUES_LENGTH)

/**
 * Shows each option with its values before and after.
 * @throws RpcError for settings that are invalid or change nothing
 */
export async function planSettingsConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { chain, text } = await askedChain(call, context)
  const settings = call.args['settings'] as JsonObject
  const reply = await context.chainManager.call('checkchainsettings', stringifyJson([chain.id, settings]))
  const { problems, changes, warnings } = chainMethods.checkchainsettings.result.decode(parseJson(reply))
  const [problem] = problems
  if (problem !== undefined) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, problem.message)
  if (changes.length === 0) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The settings already have these values')
  const shown: JsonObject = new Map(
    changes.map(({ option, after }) => [option, after.length === 0 ? null : [...after]]),
  )
  const access = call.name === 'setrpcaccess'
  const { t } = context
  return {
    question: draft(context, {
      chain: text,
      title: t(access ? 'settings.accessTitle' : 'settings.title', { chain: visible(chain.label) }),
      consequence: t('settings.consequence'),
      facts: changes.map(({ option, before, after }) =>
        fact(`-${option}`, t('settings.values', { after: valueText(after, t), before: valueText(before, t) })),
      ),
      warnings: warnings.map((warning) => warningText(context.language, warning)),
      agree: t('settings.agree'),
      danger: access && warnings.length > 0,
    }),
    // Forward only the options that were shown: others in the call equal the current values now, but may differ by
    // then.
    act: () => context.forward(withValue(call, 'settings', shown)),
  }
}

/** Shows the new password to the user; the page of the desktop app does not get it. */
export async function planRpcPasswordConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { chain, text } = await askedChain(call, context)
  const surface = context.options.secrets === 'surface'
  const { t } = context
  return {
    question: draft(context, {
      chain: text,
      title: t('rpcPassword.title'),
      consequence: t('rpcPassword.consequence'),
      facts: [fact(t('rpcPassword.keptIn'), t('rpcPassword.conf', { folder: visible(chain.directory) }))],
      agree: t('rpcPassword.agree'),
      danger: true,
    }),
    ...(surface && { discloses: true as const }),
    async act() {
      const reply = await context.forward(call)
      if (!surface) return reply
      const secret = chainMethods.newrpcpassword.result.decode(parseJson(reply))
      await context.surface.disclose(
        {
          ...{ chain: text, title: t('rpcPassword.shownTitle'), secret, kind: 'key', done: t('key.done') },
          explanation: t('rpcPassword.explanation'),
        },
        context.signal,
      )
      return call.method.result.encode(SHOWN_OUTSIDE)
    },
  }
}
