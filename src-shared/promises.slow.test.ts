/**
 * Checks that no promise is left floating: a statement whose value is a promise must await it, handle its rejection, or
 * use `void`. Biome's rule of that name knows too few types, so the compiler is asked for the type of each statement.
 */
import { join, relative } from 'node:path'
import { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isNewExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PROJECTS = ['tsconfig.json', 'src-main/shell/promptPage/tsconfig.json', 'src-renderer/tsconfig.json']

const CHOICES: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.CommaToken,
])

/** Returns the calls of a statement, including those after `&&`, `||`, `??` and in both branches of a conditional. */
function findCalls(expression: Expression): readonly Expression[] {
  if (isBinaryExpression(expression))
    return CHOICES.has(expression.operatorToken.kind) ? findCalls(expression.right) : []
  if (isConditionalExpression(expression))
    return [...findCalls(expression.whenTrue), ...findCalls(expression.whenFalse)]
  const called = isCallExpression(expression) || isNewExpression(expression) || isTaggedTemplateExpression(expression)
  return called && !takesFailure(expression) ? [expression] : []
}

/** Returns true if the call handles the rejection: `.catch(…)` and `.then(…, …)` do. */
function takesFailure(expression: Expression): boolean {
  if (!isCallExpression(expression) || !isPropertyAccessExpression(expression.expression)) return false
  const { text } = expression.expression.name
  if (text === 'finally') return takesFailure(expression.expression.expression)
  return (text === 'catch' && expression.arguments.length > 0) || (text === 'then' && expression.arguments.length > 1)
}

function findStatements(file: SourceFile): readonly Expression[] {
  const found: Expression[] = []
  const visit = (node: Node): void => {
    if (isExpressionStatement(node)) found.push(...findCalls(node.expression))
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function isPromise(checker: Checker, type: Type): boolean {
  if (type.isUnionType()) return type.getTypes().some((one) => isPromise(checker, one))
  return checker.getPropertyOfType(type, 'then') !== undefined
}

function floatingIn({ program, checker }: Project): readonly string[] {
  const own = program
    .getSourceFileNames()
    .filter((name) => name.startsWith(`${ROOT}/`) && !name.includes('/node_modules/') && !name.endsWith('.d.ts'))
  // The compiler is another process, so each type is queried only once.
  const known = new Map<Type, boolean>()
  const floats = (type: Type | undefined): boolean => {
    if (type === undefined) return false
    const answer = known.get(type) ?? isPromise(checker, type)
    known.set(type, answer)
    return answer
  }
  return own.flatMap((name) => {
    const file = program.getSourceFile(name)
    const calls = file === undefined ? [] : findStatements(file)
    const types = checker.getTypeAtLocation(calls)
    return calls.filter((_, index) => floats(types[index])).map((call) => `${relative(ROOT, name)}: ${call.getText()}`)
  })
}

it('no statement leaves a promise floating', () => {
  const api = new API({ cwd: ROOT })
  try {
    const openProjects = PROJECTS.map((config) => join(ROOT, config))
    const projects = api.updateSnapshot({ openProjects }).getProjects()
    expect(projects).toHaveLength(PROJECTS.length)
    expect([...new Set(projects.flatMap(floatingIn))]).toEqual([])
  } finally {
    api.close()
  }
})
