import { TipLink } from '../../components/links/TipLink.tsx'
import { usePerson } from '../../components/people/persons.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { useChainState } from '../../node/useChainState.ts'
import { Shows } from '../../ui/Shows.tsx'

/** Shows the state of the chain, its height and its peers in one line. */
export function StatusLine() {
  const { data: info } = useRpc('getinfo', {})
  return (
    <section
      aria-label={t('home:panel.status')}
      className="flex min-h-9 flex-wrap items-baseline gap-x-1.5 rounded-lg border bg-surface px-4 py-2 shadow-card"
    >
      <StateMark state={useChainState()} />
      {info ? (
        <>
          <span aria-hidden>·</span>
          <Shows figure="height">
            {isFirstOfAll(info.blocks) ? (
              t('frame:state.noBlock')
            ) : (
              <Trans i18nKey="home:status.block" components={{ height: <TipLink height={info.blocks} /> }} />
            )}
          </Shows>
          <span aria-hidden>·</span>
          <Peers count={info.connections} />
        </>
      ) : null}
    </section>
  )
}

/** Shows the number of peers. In the sandbox the other user is the only peer. */
function Peers({ count }: { readonly count: number }) {
  const { person, paired } = usePerson()
  if (person !== undefined && paired && count > 0) {
    return <span>{t(person === 'me' ? 'home:status.friend' : 'home:status.me')}</span>
  }
  return <Shows figure="peers">{t('frame:status.peer', { count })}</Shows>
}
