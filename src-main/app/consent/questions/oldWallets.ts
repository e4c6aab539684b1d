/** Asks for the passphrase of an old wallet file, outside the page. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AppText } from '../../texts/index.ts'
import type { SecretField } from '../consentUi.ts'
import type { Agreed, ConsentContext } from '../plan.ts'
import { draft } from './draft.ts'
import { typed } from './secretQuestions.ts'

/** Maximum number of passphrases that the user may type for one call. */
const MAX_ATTEMPTS = 5

const isWrong = (error: unknown) => error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT

export const oldWalletField = (t: AppText): SecretField => ({
  ...{ name: 'passphrase', label: t('oldwallet.passphrase'), kind: 'passphrase' },
})

/**
 * Runs `attempt` with the passphrase of an answer to a question with `oldWalletField`. While `attempt` rejects with
 * −14, says so and asks again, five times in total. The plan must set `discloses`.
 * @throws RpcError of the last attempt, or if the user declines
 */
export async function withOldPassphrase<T>(
  answer: Agreed,
  context: ConsentContext,
  attempt: (passphrase: string) => Promise<T>,
): Promise<T> {
  const { t } = context
  let current = answer
  for (let number = 2; ; number += 1) {
    try {
      return await attempt(typed(current, 'passphrase'))
    } catch (error) {
      if (!isWrong(error) || number > MAX_ATTEMPTS) throw error
    }
    const consequence = t('oldwallet.wrongConsequence', { number, limit: MAX_ATTEMPTS })
    const question = draft(context, {
      ...{ title: t('oldwallet.wrongTitle'), consequence, agree: t('oldwallet.again'), secrets: [oldWalletField(t)] },
    })
    current = await context.askAgain(question)
  }
}
