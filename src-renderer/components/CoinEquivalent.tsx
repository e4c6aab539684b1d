import { t } from '../i18n/texts.ts'
import { useCoinName } from '../node/coin.ts'
import { coinsAmount, inSatoshis } from '../ui/format.ts'

/**
 * Shows the amount in coins below an amount in satoshis that the user will approve, because the app's question window
 * always shows coins. Renders nothing if the window already displays coins.
 */
export function CoinEquivalent({ satoshis }: { readonly satoshis: bigint | undefined }) {
  const coin = useCoinName()
  if (satoshis === undefined || !inSatoshis()) return null
  return (
    <p className="whitespace-nowrap text-12 text-muted">
      {t('parts:inCoins', { amount: coinsAmount(satoshis), coin })}
    </p>
  )
}
