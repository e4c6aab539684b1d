import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodInput } from '#shared/rpc/index.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { type BuiltTransaction, explainBuilt, moveProblem } from '../../../components/transaction/built.ts'
import { emptyTokenDraft, useUi } from '../../../components/uiStore.ts'
import { useSpendableFunds } from '../../../components/useSpendableFunds.ts'
import { t } from '../../../i18n/texts.ts'
import { useCoinName, useCoinUnit } from '../../../node/coin.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { ConfirmSheet } from '../../../tasks/ConfirmSheet.tsx'
import { SentStage } from '../../../tasks/SentStage.tsx'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useTaskTitle } from '../../../tasks/taskTitle.ts'
import { type ConfirmationFlow, useConfirmation } from '../../../tasks/useConfirmation.ts'
import { useTask, useTaskProgress } from '../../../tasks/useTask.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { type Step, StepList } from '../../../ui/StepList.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { type TokenRequest, unitsText } from '../draft.ts'
import { createMismatch } from '../move/verify.ts'
import { CreateForm } from './CreateForm.tsx'
import { MintedCard } from './MintedCard.tsx'

type Stage = 'fill' | 'review' | 'sent'

const STAGES: readonly Stage[] = ['fill', 'review', 'sent']

/** @param finished true if the last stage is done too */
function stageSteps(current: Stage, finished = false): Step[] {
  const place = STAGES.indexOf(current)
  return STAGES.map((id, index) => ({
    id,
    label: t(`tokens:step.${id}`),
    state: index < place || finished ? 'done' : index === place ? 'current' : 'waiting',
  }))
}

/** Creates a token in stages: describe → build → confirm → broadcast → confirmed. */
export function CreateTokenPage() {
  const own = useRpc('tokenaddress', {})
  const purse = useSpendableFunds(own.data?.mybalance)
  const name = useCoinName()
  const coin = useCoinUnit()
  const flow = useCreation(own.data?.myaddress ?? '')
  const { task } = flow
  return (
    <PageLayout
      narrow
      title={t('tokens:page.create')}
      actions={
        <Button asChild variant="ghost">
          <Link to="/tokens">
            <ArrowLeft aria-hidden className="size-4" /> {t('tokens:page.all')}
          </Link>
        </Button>
      }
    >
      {task ? (
        <SentSteps task={task} />
      ) : (
        <StepList
          label={t('tokens:step.label')}
          steps={stageSteps(flow.stage === 'review' || flow.stage === 'waiting' ? 'review' : 'fill')}
        />
      )}
      {own.error && !own.data ? (
        <RpcErrorState error={own.error} onRetry={() => void own.refetch()} className="m-0" />
      ) : task ? (
        <Sent task={task} chain={name} onAgain={flow.end} />
      ) : (
        <CreateForm coin={coin} purse={purse} address={own.data?.myaddress} flow={flow} />
      )}
      <ConfirmSheet flow={flow} coin={coin} />
    </PageLayout>
  )
}

function useCreation(ownAddress: string): ConfirmationFlow<TokenRequest> {
  const { client } = useNode()
  const info = useRpc('getinfo', {})
  const { tokenDraft: written, setTokenDraft } = useUi()
  return useConfirmation<TokenRequest>({
    // The user may have left the page and started another token before the answer.
    sent: () => (useUi.getState().tokenDraft === written ? setTokenDraft(emptyTokenDraft) : undefined),
    build: ({ name, supply, description, data }) =>
      buildCreation(client, { name, supply, description, ...(data === undefined ? {} : { data }) }),
    describe(built, request) {
      const { description, data } = request
      const name = visibleString(request.name, 40)
      return {
        title:
          data === undefined
            ? t('tokens:review.create', { units: unitsText(request.units), name })
            : t('tokens:review.createNft', { name }),
        confirm: t('tokens:review.confirmCreate'),
        mismatch: createMismatch(built.told, request, info.data?.pubkey ?? '') ?? moveProblem(built, ownAddress),
        task: t('tokens:task.create', { name }),
        effect: {
          kind: 'token-create',
          ...{ name: request.name, description, supply: String(request.units) },
          ...(data === undefined ? {} : { data }),
        },
      }
    },
  })
}

function SentSteps({ task }: { readonly task: NewTask }) {
  const { stage } = useTaskProgress(useTask(task))
  return <StepList label={t('tokens:step.label')} steps={stageSteps('sent', stage === 'confirmed')} />
}

function Sent({ task, chain, onAgain }: { readonly task: NewTask; readonly chain: string; onAgain(): void }) {
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const known = useTask(task)
  const title = useTaskTitle(known)
  const { stage } = useTaskProgress(known)
  const setTokenDraft = useUi((state) => state.setTokenDraft)
  const minted = stage === 'confirmed' && task.effect.kind === 'token-create' ? task.effect : undefined
  const accepted = stage === 'mempool' || stage === 'confirmed'
  useEffect(() => place.current?.focus(), [])
  // The draft is kept until the transaction is accepted, so that it can be changed after a rejection.
  useEffect(() => {
    if (accepted) setTokenDraft(emptyTokenDraft)
  }, [accepted, setTokenDraft])
  return (
    // The form that had the focus is unmounted, so move the focus here.
    <div
      ref={place}
      tabIndex={-1}
      className={cn('grid gap-4 outline-none', minted && 'min-[1600px]:grid-cols-[5fr_4fr]')}
    >
      {minted ? <MintedCard tokenid={task.txid} effect={minted} chain={chain} /> : null}
      <Card title={title}>
        <SentStage
          task={task}
          done={t('tokens:sent.created')}
          actions={
            <>
              {stage === 'mempool' ? (
                <Button onClick={() => void navigate({ to: '/tokens/$tokenid', params: { tokenid: task.txid } })}>
                  {t('tokens:sent.show')}
                </Button>
              ) : null}
              <Button variant={minted ? 'secondary' : 'ghost'} onClick={onAgain}>
                {accepted ? t('tokens:sent.another') : t('tokens:sent.back')}
              </Button>
            </>
          }
        />
      </Card>
    </div>
  )
}

/** Builds and explains a new token. Coins of other addresses are moved to the main address if it has too few. */
async function buildCreation(client: RpcClient, input: MethodInput<'tokencreate'>): Promise<BuiltTransaction> {
  const { name, supply, description = '', data } = input
  const params = [name, supply, description, ...(data === undefined ? [] : [data])]
  const funded = await client.call('preparefunded', { method: 'tokencreate', params })
  if (funded.result === 'error') throw new ContractRefusal(funded.error)
  return explainBuilt(client, funded.hex, funded.move)
}
