import { Link } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/texts.ts'
import { useRpc, useRpcMutation } from '../node/queries.ts'
import { Age } from '../ui/Age.tsx'
import { Button } from '../ui/Button.tsx'
import { groupDigits } from '../ui/format.ts'
import { Hash } from '../ui/Hash.tsx'
import { SafeText } from '../ui/SafeText.tsx'
import { toast } from '../ui/toasts.ts'
import { CallSource, shownCall } from './CallSource.tsx'
import { describeError, isDeclined } from './describeError.ts'
import { BlockLink } from './links/BlockLink.tsx'
import { KnownBlockLink } from './links/TipLink.tsx'

type Branch = NonNullable<MethodResult<'getsyncstate'>['evidence']['otherbranch']>

/** Shown at the top while the node's peers follow a branch that it rejects: explains what happened and what to do. */
export function OtherBranchNotice() {
  const { data: sync } = useRpc('getsyncstate', {})
  const branch = sync?.evidence.otherbranch
  if (sync?.state !== 'other-branch' || !branch) return null
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-bad/35 bg-bad-soft p-3">
      <GitBranch aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div>
          <p className="font-medium text-bad">{t('parts:branch.title')}</p>
          <p>{t('parts:branch.text')}</p>
        </div>
        <Evidence branch={branch} height={sync.evidence.height} />
        <Advice branch={branch} tip={sync.evidence.height} />
      </div>
    </div>
  )
}

/** Formats how many of the counted peers follow the branch. */
export function formatFollowers({ followers, counted }: Pick<Branch, 'followers' | 'counted'>): string {
  if (followers < counted) return t('parts:branch.somePeers', { count: counted, followers })
  return counted === 1 ? t('parts:branch.onlyPeer') : t('parts:branch.allPeers', { count: counted })
}

function Evidence({ branch, height }: { readonly branch: Branch; readonly height: number }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <EvidenceRow name={t('parts:branch.theirs')}>
        <b className="font-medium">{groupDigits(branch.height)}</b>
        <Hash value={branch.hash} label={t('parts:branch.theirsHash')} />
        <span className="text-muted">{formatFollowers(branch)}</span>
      </EvidenceRow>
      <EvidenceRow name={t('parts:branch.yours')}>
        <b className="font-medium">
          <BlockLink height={height} />
        </b>
      </EvidenceRow>
      <EvidenceRow name={t('parts:branch.refused')}>
        <b className="font-medium">{groupDigits(branch.refusedheight)}</b>
        <Hash value={branch.refusedhash} label={t('parts:branch.refusedHash')} />
        {branch.refusedtime === null ? null : (
          <span className="text-muted">
            <Age time={branch.refusedtime} />
          </span>
        )}
      </EvidenceRow>
      <EvidenceRow name={t('parts:branch.why')}>
        <Reason branch={branch} />
      </EvidenceRow>
    </dl>
  )
}

export function EvidenceRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">{children}</dd>
    </>
  )
}

function Reason({ branch: { byuser, reason } }: { readonly branch: Branch }) {
  if (byuser) return t('parts:branch.byUser')
  if (reason === null) return t('parts:branch.earlier')
  if (reason === '') return t('parts:branch.script')
  return (
    <span>
      <Trans
        i18nKey="parts:branch.rule"
        components={{
          reason: (
            <span className="font-mono text-12">
              <SafeText text={reason} />
            </span>
          ),
        }}
      />
    </span>
  )
}

function Advice({ branch, tip }: { readonly branch: Branch; readonly tip: number }) {
  const call = { hash: branch.refusedhash }
  const again = useRpcMutation('reconsiderblock', {
    onSuccess: () => toast({ tone: 'ok', title: t('parts:branch.checked') }),
    onError: (error) => isDeclined(error) || toast({ tone: 'bad', title: describeError(error).title }),
  })
  return (
    <>
      <ul className="list-disc space-y-0.5 pl-4">
        {branch.byuser ? null : <li>{t('parts:branch.update')}</li>}
        <li>
          <Trans
            i18nKey="parts:branch.compare"
            components={{ block: <KnownBlockLink height={branch.refusedheight} tip={tip} /> }}
          />
        </li>
        <li>{branch.byuser ? t('parts:branch.takeBack') : t('parts:branch.judgeAgain')}</li>
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button busy={again.isPending} onClick={() => again.mutate(call)}>
          {t('parts:branch.again')}
        </Button>
        <Button asChild variant="ghost">
          <Link to="/peers">{t('parts:branch.peers')}</Link>
        </Button>
        <CallSource calls={[shownCall('reconsiderblock', call)]} />
      </div>
    </>
  )
}
