import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../i18n/texts.ts'
import { useCurrentChain } from '../node/chains.ts'
import { useNode } from '../node/context.tsx'
import { useRpc } from '../node/queries.ts'
import { coinUnit, groupDigits, plainAmount } from '../ui/format.ts'
import { toast } from '../ui/toasts.ts'
import { visibleString } from '../ui/visibleText.ts'
import { isOwnFill, type TradeRow, useFills } from './fills.ts'

/** Number of newest trades checked after a block. */
const LOOKED_AT = 50
/** Maximum number of fills with separate notifications; more fills share one. */
const MAX_SEPARATE_NOTICES = 3
/** Maximum number of displayed characters of a token's name. */
const MAX_NAME_LENGTH = 32

/**
 * Notifies when another party has filled an own order, in part or completely, including fills while no window was open.
 * Mounted once.
 */
export function FillWatch() {
  const { client } = useNode()
  const router = useRouter()
  const chain = useCurrentChain()
  const look = useFills((state) => state.look)
  const info = useRpc('getinfo', {})
  const trades = useRpc('tokentrades', { options: { mine: true, limit: LOOKED_AT } })
  // When the token key changes, both queries are refetched; their answers match only after both have finished.
  const settled = !info.isFetching && !trades.isFetching
  const pubkey = settled ? info.data?.pubkey : undefined
  const rows = trades.data && 'rows' in trades.data ? trades.data.rows : undefined

  const notifyFill = async (trade: TradeRow) => {
    const history = await client.call('orderhistory', { order: trade.order }).catch(() => undefined)
    const left = history && 'order' in history ? history.order.unitsleft : undefined
    const { units, coins, side } = trade
    toast({
      tone: 'ok',
      title: t(side === 'ask' ? 'frame:fills.sold' : 'frame:fills.bought', {
        ...{ amount: groupDigits(units), name: visibleString(trade.name, MAX_NAME_LENGTH) },
        ...{ coins: plainAmount(coins), coin: coinUnit(chain?.name) },
      }),
      detail:
        left === undefined || left === 0n
          ? t('frame:fills.whole')
          : t('frame:fills.part', { amount: groupDigits(left) }),
      action: {
        label: t('frame:fills.show'),
        run: () =>
          void router.navigate({
            to: '/market/$tokenid',
            params: { tokenid: trade.tokenid },
            search: { order: trade.order },
          }),
      },
    })
  }
  const onRows = useEffectEvent(() => {
    if (!chain || pubkey === undefined || rows === undefined) return
    const fills = rows.filter(isOwnFill)
    const fresh = look(
      `${chain.id} ${pubkey}`,
      fills.map(({ txid }) => txid),
    )
    const news = fills.filter(({ txid }) => fresh.has(txid))
    if (news.length > MAX_SEPARATE_NOTICES) {
      toast({ tone: 'ok', title: t('frame:fills.many', { count: news.length }) })
    } else for (const trade of news.toReversed()) void notifyFill(trade)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever there is another answer
  useEffect(() => onRows(), [rows, pubkey])
  return null
}
