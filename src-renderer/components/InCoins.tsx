import { t } from '../i18n/texts.ts'
import { useCoinName } from '../node/coin.ts'
import { coinsAmount, inSatoshis } from '../ui/format.ts'

/**
 * The same amount in coins, below one in satoshis that is agreed to: the app's question, which nothing of the window reaches,
 * has it in coins. Nothing where the window counts in coins itself.
 */
export function InCoins({ satoshis }: { readonly satoshis: bigint | undefined }) {
  const coin = useCoinName()
  if (satoshis === undefined || !inSatoshis()) return null
  return (
    <p className="whitespace-nowrap text-12 text-muted">
      {t('parts:inCoins', { amount: coinsAmount(satoshis), coin })}
    </p>
  )
}
