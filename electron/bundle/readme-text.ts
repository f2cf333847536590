import type { BundleOptions } from '../../shared/contract/history/index.ts'
import { BUNDLE_VERSION } from './format.ts'

/** What a person finds in a bundle who opens it without the console. */
export function readmeText({ withErrorTexts, withSessionIds }: BundleOptions): string {
  return `Support bundle of Switchyard, format version ${BUNDLE_VERSION}

It tells what was decided about models and accounts, and why. Open it in Switchyard to look at it.

manifest.json    what is in it, when it was made and by which version
facts.json       the state directory: agents, models, orders, windows; no secret and no end of one
decisions.jsonl  what was decided about each candidate, one record a line
events.jsonl     calls, locks, ends and gaps, one record a line
windows.jsonl    locks as the console saw them
orders.jsonl     changes of orders as the console saw them
findings.json    what the console found in all that
problems.json    what is wrong with the files of the state directory

Accounts, people, agents, machines and runs have made-up names, the same one wherever the same thing is meant: accounts
are openai:account-1, people are person-1. Paths are left out but for a file's name.
Session ids: ${withSessionIds ? 'as they are' : 'made-up names'}
Error texts: ${withErrorTexts ? 'in it, without secrets and names' : 'not in it'}
Prompts, answers and bodies of requests are never stored, and so are not in it.

Times are milliseconds since 1970-01-01 UTC.
`
}
