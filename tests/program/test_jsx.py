"""Forms in JSX: what components, spread attributes and expressions between the tags make of them."""

from __future__ import annotations

import re

import pytest

from tests.program.reading import documents
from webmcp_lint import located
from webmcp_lint.browser.forms import FormTool, form_tools
from webmcp_lint.program import jsx


def forms(sources: dict[str, str]) -> list[FormTool]:
    """Return the form tools of all scripts."""
    project, paths = documents({"package.json": '{"dependencies": {"react": "19"}}', **sources})
    trees = [tree for path in paths for tree in project.trees(path)]
    return [
        tool for tree in trees for each in jsx.documents(project.analysis, tree) for tool in form_tools(each.document)
    ]


def shown(tool: FormTool) -> str:
    """Return the parameters of a form: `name*` is required, `name: text` described, `…` may be followed by others."""
    schema = tool.schema.value
    assert isinstance(schema, dict)
    properties, required = schema["properties"], schema["required"]
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    told = []
    for key, each in properties.items():
        known = each if isinstance(each, dict) else {}
        options = known.get("enum")
        described = known.get("description")
        told.append(
            key
            + ("*" if key in required else "")
            + (f" {options}" if options is not None else "")
            + (": ?" if isinstance(described, located.Unknown) else f": {described}" if described else "")
        )
    return ", ".join([*told, *(["…"] if "/properties" in tool.schema.open else [])])


FIELD = "const Field = ({label, ...rest}) => <label>{label}<input {...rest} /></label>;"
INPUT = {"input.jsx": "import {forwardRef} from 'react'; export const Input = forwardRef(({className, ...props}, ref) => <input className={className} {...props} ref={ref} />)"}  # fmt: skip

INSIDE = [
    ("", "<input name=a required />", "a*"),
    ("", "<><input name=a /></>", "a"),
    ("", "{<input name=a />}", "a"),
    ("", "{x && <p>Hi</p>}<input name=a />", "a"),
    ("", "{x && <input name=b />}<input name=a />", "a, …"),
    ("", "{x ? <b>1</b> : null}<input name=a />", "a"),
    ("", "{x ? <b>1</b> : <input name=b />}<input name=a />", "a, …"),
    ("", "{x && <button type='button'>Clear</button>}<input name=a />", "a"),
    ("", "{x && <button>Go</button>}<input name=a />", "a, …"),
    ("", "{x && <label htmlFor=a>A</label>}<input id=a name=a />", "a, …"),
    ("", "{x}<input name=a />", "a, …"),
    ("", "<p>{x.length} {`${x}`} {x.toFixed(2)} {x + 1} {!x}</p><input name=a />", "a"),
    ("", "<ul>{list.map(x => <li key={x}>{x.length}</li>)}</ul><input name=a />", "a"),
    ("", "<ul>{list.map(x => <li><input name={x} /></li>)}</ul><input name=a />", "a, …"),
    ("", "<label>{x.length}<input name=a /></label>", "a: ?"),
    ("const on = true;", "{on && <input name=a />}{on ? null : <input name=b />}", "a"),
    ("const on = false;", "{on && <input name=a />}{on ? null : <input name=b />}", "b"),
    ("const {useState} = React;", "{/* none */}<input name=a />", "a"),
]

COMPONENTS = [
    (FIELD, "<Field label='A' name=a required />", "a*: A"),
    (FIELD, "<Field label='A' name=a /><Field label='B' name=b />", "a: A, b: B"),
    ("function Field(props) { return <label>{props.children}<input name={props.id} /></label> }", "<Field id=a>A</Field>", "a: A"),
    ("const Field = ({name = 'a'}) => <input name={name} />;", "<Field />", "a"),
    ("const Field = ({on}) => { if (on) { return <input name=a /> } return <input name=b /> };", "<Field on />", "a"),
    ("const Field = () => { if (x) { return <input name=a /> } return <input name=b /> };", "<Field /><input name=c />", "c, …"),
    ("const Field = ({show, name}) => <div>{show && <input name={name} />}</div>;", "<Field name=a /><Field name=b show />", "b"),
    ("const Field = ({multiline, ...rest}) => multiline ? <textarea {...rest} /> : <input {...rest} />;", "<Field name=a />", "a"),
    ("const Label = (props) => <label {...props} />;", "<Label htmlFor=a>A</Label><input id=a name=a />", "a: A"),
    ("const Box = ({children}) => <div>{children}</div>;", "<Box><Box><input name=a /></Box></Box>", "a"),
    ("const Box = ({children}) => children;", "<Box><input name=a /></Box>", "a"),
    ("const Ctx = React.createContext(); const Box = ({children}) => <Ctx.Provider value={1}>{children}</Ctx.Provider>;",
     "<Box><input name=a /></Box>", "a, …"),
    ("import {createContext} from 'react'; const Ctx = createContext(); const Box = ({children}) => <Ctx.Provider value={1}>{children}</Ctx.Provider>;",
     "<Box><input name=a /></Box>", "a"),
    ("const Field = () => draw(x);", "<Field /><input name=a />", "a, …"),
    ("const Self = () => <div><Self /></div>;", "<input name=a /><Self />", "a, …"),
    ("const Button = ({as, ...rest}) => { const Tag = as ? Slot : 'button'; return <Tag {...rest} /> };", "<Button>Go</Button><input name=a />", "a"),
    ("import {Slot} from 'somewhere';", "<Slot><input name=a /></Slot>", "a, …"),
    ("import {Send} from 'lucide-react';", "<button><Send /></button><Send /><input name=a />", "a"),
    ("import {Fragment} from 'react';", "<Fragment><input name=a /></Fragment>", "a"),
    ("import * as Label from '@radix-ui/react-label';", "<Label.Root htmlFor=a>A</Label.Root><input id=a name=a />", "a: A"),
    ("import styled from 'styled-components'; const Input = styled.input`color: red`;", "<Input name=a />", "a"),
    ("import {Input} from './input';", "<Input name=a required /><Input name=b />", "a*, b"),
    ("import {Input} from './input'; const rest = {name: 'a', required: true};", "<Input {...rest} /><Input {...rest} name=b />", "a*, b*"),
]  # fmt: skip

ATTRIBUTES = [
    ("const rest = {name: 'a'};", "<input {...rest} />", "a"),
    ("const rest = {name: 'a'};", "<input name=b {...rest} />", "a"),
    ("const rest = {name: 'a', required: false};", "<input {...rest} required />", "a*"),
    ("const rest = {onChange() {}, key: 1, ref: null};", "<input name=a {...rest} />", "a"),
    ("", "<input name=a {...other} />", "a"),
    ("", "<input {...other} />", "…"),
    ("import {useForm} from 'react-hook-form'; const {register} = useForm();", "<input {...register('a')} />", "a"),
    ("import {useForm} from 'react-hook-form'; const form = useForm();", "<input {...form.register(x)} />", "…"),
    ("", "<input name=a disabled={x} /><input name=b />", "b, …"),
    ("", "<input name=a disabled /><input name=b />", "b"),
    ("", "<input name=a disabled={false} /><input name=b />", "a, b"),
]

OPTIONS = [
    ("const ALL = ['x', 'y'];", "{ALL.map(o => <option key={o} value={o}>{o}</option>)}", "a ['x', 'y']"),
    ("const ALL = [{v: 'x', t: 'X'}];", "<option value=''>-</option>{ALL.map(({v, t}) => <option value={v}>{t}</option>)}", "a ['', 'x']"),
    ("import {ALL} from './all';", "{ALL.map(o => { return <option>{o}</option> })}", "a ['x', 'y']"),
    ("const [all] = useState(['x']);", "{all.map(o => <option>{o}</option>)}", "a []"),
    ("const all = useAll();", "{all.map(o => <option>{o}</option>)}", "a []"),
]  # fmt: skip


def _app(before: str, inside: str) -> str:
    written = (
        f"{before} export const App = ({{x, list, other}}) => <form toolname='t' tooldescription='d'>{inside}</form>"
    )
    return re.sub(r"(?<=[a-zA-Z]=)([abc])(?=[ >])", r"'\1'", written)


@pytest.mark.parametrize(("before", "inside", "expected"), [*INSIDE, *COMPONENTS, *ATTRIBUTES])
def test_the_parameters_of_a_form(before: str, inside: str, expected: str) -> None:
    (tool,) = forms({**INPUT, "app.jsx": _app(before, inside)})
    assert shown(tool) == expected


@pytest.mark.parametrize(("before", "inside", "expected"), OPTIONS)
def test_the_options_of_a_select(before: str, inside: str, expected: str) -> None:
    hook = "import {useState} from 'react';"
    app = _app("", f"<select name=a >{inside}</select>").replace("=> <form", f"=> {{ {before} return <form") + "}"
    source = f"{before} {_app('', f'<select name=a >{inside}</select>')}" if before.startswith("import") else app
    (tool,) = forms({"app.jsx": f"{hook} {source}", "all.js": "export const ALL = ['x', 'y']"})
    assert shown(tool) == expected
    assert ("/properties/a/enum" in tool.schema.open) is expected.endswith("[]")


TOOL = "export const Tool = ({name, text, children, ...rest}) => <form toolname={name} tooldescription={text} {...rest}>{children}</form>"
USES = [
    ({"tool.jsx": TOOL, "app.jsx": "import {Tool} from './tool'; const a = <><Tool name='a' text='A.'><input name='x' required /></Tool><Tool name='b' text='B.' /></>"},
     ["a A. x*", "b B. "]),
    ({"tool.jsx": TOOL, "app.jsx": "import {Tool} from './tool'; const a = ['a', 'b'].map(n => <Tool name={n} text='A.'><input name={n} /></Tool>)"},
     ["a A. a", "b A. b"]),
    ({"app.jsx": "const a = ['a', 'b'].map(n => <form toolname={n} tooldescription='A.'><input name={n} /></form>)"},
     ["a A. a", "b A. b"]),
    ({"app.jsx": "const Tool = ({name, ...rest}) => { const given = {toolname: name, tooldescription: 'A.'}; return <form {...given} {...rest} /> }; const a = <Tool name='a' />"},
     ["a A. "]),
    ({"app.jsx": "export const Form = ({...rest}) => <form {...rest}><input name='x' /></form>; const a = <Form id='y' />; const b = <Form toolname='b' tooldescription='B.' />"},
     ["b B. x"]),
    ({"tool.jsx": TOOL}, ["? ? …"]),
    ({"app.jsx": "export const Form = (props) => <form {...props} />"}, []),
    ({"app.jsx": "const Tool = ({name, children}) => <form toolname={name} tooldescription='A.'>{children || <input name='x' />}</form>; const a = <Tool name='a' />"},
     ["a A. x"]),
]  # fmt: skip


@pytest.mark.parametrize(("sources", "expected"), USES)
def test_a_component_that_is_a_form(sources: dict[str, str], expected: list[str]) -> None:
    found = [
        [each if isinstance(each, str) else "?" for each in (tool.name, tool.description)] for tool in forms(sources)
    ]
    assert [" ".join([*named, shown(tool)]) for named, tool in zip(found, forms(sources), strict=True)] == expected


def test_what_a_component_of_another_file_renders_stands_where_it_is_used() -> None:
    (tool,) = forms({**INPUT, "app.jsx": _app("import {Input} from './input';", "<Input name=a />")})
    (control,) = tool.groups[0].members
    assert control.location.text == "<Input name='a' />"
    assert control.attributes["name"].location.text == "name='a'"


def test_a_required_control_that_may_not_be_one() -> None:
    (tool,) = forms({"app.jsx": _app("", "<input name=a required={x} /><input name=b required />")})
    assert shown(tool) == "a, b*"
    assert "/required" in tool.schema.open


def test_the_size_of_a_form_is_bounded() -> None:
    levels = "".join(f"const C{n} = () => <p><C{n + 1} /><C{n + 1} /></p>;" for n in range(30))
    (tool,) = forms({"app.jsx": _app(f"{levels} const C30 = () => <p />;", "<input name=a /><C0 />")})
    assert shown(tool) == "a, …"


def test_markup_that_breaks_off_is_no_form() -> None:
    text = 'export const F = () => <form toolname="find" tooldescription="Find it.">\n<input name="q" /></fo'
    assert forms({"F.tsx": text}) == []


@pytest.mark.parametrize(
    ("attribute", "is_certain"),
    [
        ("toolautosubmit=''", True),
        ("toolautosubmit={x}", False),
        ("toolautosubmit={x ? '' : undefined}", False),
        ("toolautosubmit={x ? '' : 'yes'}", False),
        ("id={x}", True),
        ("id={x ? 'a' : undefined}", False),
        ("id={x ? 'a' : 'b'}", True),
        ("{...{id: x ? 'a' : null}}", False),
        ("{...{id: 'a'}}", True),
    ],
)
def test_an_attribute_that_may_be_left_out(attribute: str, *, is_certain: bool) -> None:
    (tool,) = forms({"app.jsx": _app("", "").replace("<form", f"<form {attribute}")})
    written = tool.form.get("id") or tool.form.get("toolautosubmit")
    assert written is not None
    assert written.certain is is_certain


@pytest.mark.parametrize(
    ("component", "use", "expected"),
    [
        # Of what is not given nothing is left
        ("({ name, hint }) => <label>Words {hint} <input name={name} /></label>", "<F name='q' />", "q: Words"),
        ("({ children }) => <p>{children || <input name='q' />}</p>", "<F>\n</F>", "q"),
        ("(props) => <p {...props}>\n  </p>", "<F><input name='q' /></F>", "q"),
        ("({ html }) => <p dangerouslySetInnerHTML={{ __html: html }} />", "<F />", "…"),
        ("({ on, html }) => on && <p dangerouslySetInnerHTML={{ __html: html }} />", "<F />", ""),
        ("({ on, ...rest }) => <b>{window.on && <p {...rest} />}</b>", "<F />", "…"),
        ("({ on, ...rest }) => <b>{window.on && <br {...rest} />}</b>", "<F />", ""),
    ],
)
def test_what_a_component_is_handed(component: str, use: str, expected: str) -> None:
    (tool,) = forms(
        {
            "app.jsx": f"const F = {component}; export const A = () => <form toolname='a' tooldescription='b'>{use}</form>"
        }
    )
    assert shown(tool) == expected


def test_what_is_rendered_of_a_file_is_bounded() -> None:
    many = "<p />" * 300
    inner = f"const C = () => <p>{many}</p>; const B = () => <p>{'<C />' * 300}</p>;"
    form = f"<form toolname='a' tooldescription='b'>{'{window.on && <B />}' * 300}</form>"
    (tool,) = forms({"app.jsx": f"{inner} export const A = () => {form}"})
    assert shown(tool) == "…"
