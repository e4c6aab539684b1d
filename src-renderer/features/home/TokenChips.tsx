import { Link } from '@tanstack/react-router'
import { TokenMark } from '../../components/TokenMark.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { groupDigits } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'

const MAX_CHIPS = 6
/** Maximum number of rows of one call. */
const READ = { limit: 1000 }

const CHIP =
  'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border bg-raised px-2.5 text-12 text-text no-underline hover:bg-hover'

/** Lists the tokens of the wallet with their units. Each links to its page. */
export function TokenChips() {
  const { data } = useRpc('tokensummary', READ)
  const held = data?.rows.filter(({ mybalance }) => mybalance > 0n) ?? []
  if (held.length === 0) return null
  const more = held.length - MAX_CHIPS
  return (
    <ul aria-label={t('home:tokens.label')} className="mt-3 flex flex-wrap gap-1.5">
      {held.slice(0, MAX_CHIPS).map(({ tokenid, name, mybalance, data: nft }) => (
        <li key={tokenid} className="min-w-0">
          <Link to="/tokens/$tokenid" params={{ tokenid }} className={CHIP}>
            <TokenMark tokenid={tokenid} name={name} nft={nft !== undefined} inText />
            {nft === undefined ? <span className="shrink-0 font-medium">{groupDigits(mybalance)}</span> : null}
            <SafeText text={name} max={32} className="min-w-0 truncate max-[479px]:whitespace-normal" />
          </Link>
        </li>
      ))}
      {more > 0 ? (
        <li>
          <Link to="/tokens" search={{ show: 'mine' }} className={CHIP}>
            {t('home:tokens.more', { count: more })}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
