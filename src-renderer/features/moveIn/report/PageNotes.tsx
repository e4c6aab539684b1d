import { Link } from '@tanstack/react-router'
import { RefreshCw, UserPlus } from 'lucide-react'
import { nodeError } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { FolderReport } from '../texts.ts'
import type { ReportQuery } from './useMoveInForm.ts'
import { walletWarnings } from './WalletCard.tsx'

/** Sentences to read first: why the folder cannot move in now, and warnings. */
export function PageNotes({ report, query }: { readonly report: FolderReport; readonly query: ReportQuery }) {
  const { definition, obstacle, keys } = report
  const warnings = [...(keys ? walletWarnings(keys) : []), ...report.warnings.map(nodeError)]
  if (definition.refused !== null) {
    return <ErrorState compact title={t('moveIn:report.refused')} advice={nodeError(definition.refused)} />
  }
  // The card of the chain says what is missing while its options are unknown.
  const blocked = obstacle !== null && definition.ok ? nodeError(obstacle) : undefined
  return (
    <>
      {blocked === undefined ? null : (
        <ErrorState
          compact
          title={t('moveIn:report.notYet')}
          advice={blocked}
          actions={
            <>
              <Button
                size="sm"
                busy={query.isFetching}
                icon={<RefreshCw aria-hidden className="size-3.5" />}
                onClick={query.retry}
              >
                {t('moveIn:report.again')}
              </Button>
              {report.running.state === 'yes' ? <FollowLink report={report} /> : null}
            </>
          }
        />
      )}
      {warnings.length === 0 ? null : (
        <Note>
          {warnings.map((warning) => (
            <p key={warning} className="wrap-anywhere not-first:mt-1">
              {warning}
            </p>
          ))}
        </Note>
      )}
    </>
  )
}

/** Opens the form to join the chain, with the running old node as the peer. */
function FollowLink({ report: { definition, settings } }: { readonly report: FolderReport }) {
  const { options, ok } = definition
  const { data: chain } = useRpc('describechain', { chain: { options } }, { enabled: ok })
  const port = settings?.taken.find(({ option }) => option === 'port')?.value ?? chain?.p2pport
  if (port === undefined) return null
  const invitation = [...options, `-addnode=127.0.0.1:${port}`].join(' ')
  return (
    <Button asChild size="sm">
      <Link to="/chains/join" search={{ invitation }} title={t('moveIn:report.followHint')}>
        <UserPlus aria-hidden className="size-3.5" /> {t('moveIn:report.follow')}
      </Link>
    </Button>
  )
}
