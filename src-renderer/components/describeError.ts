import { CORRECTING, DECLINED, RPC_ERROR, RpcError } from '#shared/errors.ts'
import { nodeError } from '../i18n/nodeText.ts'
import { t } from '../i18n/texts.ts'
import { ConnectionError } from '../node/connection.ts'

/** Explains an error to the user: what happened, what is safe and what to do, with the technical text as details. */
export interface ErrorStory {
  readonly title: string
  readonly safe?: string | undefined
  readonly advice?: string | undefined
  readonly details: string
}

type Story = Omit<ErrorStory, 'details'>

/** Texts for known node errors, by error code. */
const KNOWN: Readonly<Record<number, () => Story>> = {
  [RPC_ERROR.IN_WARMUP]: () => ({ title: t('parts:failed.warmup.title'), advice: t('parts:failed.warmup.advice') }),
  [RPC_ERROR.INSUFFICIENT_FUNDS]: () => unsent('funds'),
  [RPC_ERROR.VERIFY_REJECTED]: () => ({ ...unsent('rejected'), safe: t('parts:failed.rejected.safe') }),
  [RPC_ERROR.VERIFY]: () => unsent('missing'),
  [RPC_ERROR.ALREADY_IN_CHAIN]: () => ({ title: t('parts:failed.known.title'), safe: t('parts:failed.known.safe') }),
  [RPC_ERROR.METHOD_NOT_FOUND]: () => ({ title: t('parts:failed.method.title'), safe: t('parts:failed.unchanged') }),
  [RPC_ERROR.UNLOCK_NEEDED]: () => unsent('locked'),
  [RPC_ERROR.KEYPOOL_RAN_OUT]: () => ({
    title: t('parts:failed.noKeys.title'),
    safe: t('parts:failed.unchanged'),
    advice: t('parts:failed.noKeys.advice'),
  }),
  [RPC_ERROR.INTERNAL]: () => ({
    title: t('parts:failed.internal.title'),
    advice: t('parts:failed.internal.advice'),
  }),
}

const unsent = (name: 'funds' | 'rejected' | 'missing' | 'locked'): Story => ({
  title: t(`parts:failed.${name}.title`),
  safe: t('parts:failed.unsent'),
  advice: t(`parts:failed.${name}.advice`),
})

/** Returns true for failures that affect every part of a page at once. The frame reports them once, above the page. */
export function isToldByFrame(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof RpcError && error.code === RPC_ERROR.IN_WARMUP)
}

/** Returns true if the error is that the node has no token key, because it runs without a wallet. */
export function needsKey(error: unknown): error is RpcError {
  return error instanceof RpcError && /-pubkey=/.test(error.message)
}

/** Returns true if the user declined in the app's own window, which is not a failure. */
export function isDeclined(error: unknown): boolean {
  return error instanceof RpcError && error.message.startsWith(DECLINED)
}

/** Returns true if the user chose to change the payment, so that its form is shown again. */
export function isCorrecting(error: unknown): boolean {
  return error instanceof RpcError && error.message.startsWith(CORRECTING)
}

export function describeError(error: unknown): ErrorStory {
  if (error instanceof ConnectionError) {
    return {
      title: t('parts:failed.unreachable.title'),
      advice: t('parts:failed.unreachable.advice'),
      details: error.message,
    }
  }
  if (needsKey(error)) {
    return {
      title: t('parts:failed.noTokenKey.title'),
      advice: t('parts:failed.noTokenKey.advice'),
      details: `error code: ${error.code}\n${error.message}`,
    }
  }
  if (isDeclined(error)) return { title: t('ui:declined'), safe: t('parts:failed.undone'), details: '' }
  if (error instanceof RpcError) {
    const known = KNOWN[error.code]?.()
    const details = `error code: ${error.code}\n${error.message}`
    return known ? { ...known, details } : { title: firstLine(error.message), details }
  }
  const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    title: t('parts:failed.answer.title'),
    advice: t('parts:failed.answer.advice'),
    details,
  }
}

function firstLine(message: string): string {
  const line = nodeError(message.split('\n', 1)[0] ?? '')
  return line.length > 160 ? `${line.slice(0, 160)}…` : line || t('parts:failed.refused')
}
