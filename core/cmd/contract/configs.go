package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
)

// configKey is what a field's tags say of a configuration key: the key, its default and its bounds as Go expressions of
// package script ("": the zero value, 0, and the largest int), and its unit.
type configKey struct {
	key, absent, min, max, unit string
	dynamic                     bool // the step set changes it
}

// configured is a struct whose fields are the keys of one scope.
type configured struct {
	scope    string
	of       *description
	name     string // of the struct
	as       string // how package script spells it
	defaults string // a variable of package script that has them; "": the tags have
}

func configurations(read map[string]*description) []configured {
	return []configured{
		{scope: "broker", of: read["cluster"], name: "BrokerConfig", as: "BrokerConfig"},
		{scope: "topic", of: read["script"], name: "Topic", as: "Topic"},
		{scope: "producer", of: read["producer"], name: "Config", as: "producer.Config", defaults: "standard"},
		{scope: "consumer", of: read["script"], name: "Consumer", as: "Consumer"},
		{scope: "quota", of: read["script"], name: "Producer", as: "Producer"},
	}
}

func (c configured) fields() (fields []*field) {
	for _, f := range c.of.structure(c.name).fields {
		if f.config.key != "" {
			fields = append(fields, f)
		}
	}
	return fields
}

// row is the constant that names a key's row in the table.
func (c configured) row(f *field) string {
	return c.scope + strings.TrimPrefix(f.name, strings.ToUpper(c.scope[:1])+c.scope[1:])
}

// configCode is the table of the configuration keys that scripts may set, and where each scope keeps their values.
func configCode(configs []configured) ([]byte, error) {
	var names, rows, meanings, fields bytes.Buffer
	for _, c := range configs {
		fmt.Fprintf(&fields, "func %sFields(c *%s) []field {\nreturn []field{\n", c.scope, c.as)
		for _, f := range c.fields() {
			form, known := settings[f.typ]
			if !known {
				return nil, fmt.Errorf("%s.%s: no configuration is a %s", c.name, f.name, f.typ)
			}
			fmt.Fprintf(&names, "%s\n", c.row(f))
			fmt.Fprintf(&rows, "%s: {%s},\n", c.row(f), c.columns(f))
			fmt.Fprintf(&meanings, "%s: %q,\n", c.row(f), strings.TrimPrefix(f.doc, f.name+": "))
			fmt.Fprintf(&fields, "{row: %s, %s: &c.%s},\n", c.row(f), form, f.name)
		}
		fields.WriteString("}\n}\n\n")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%spackage script\n\nimport (\n", header)
	fmt.Fprintf(&b, "\"highwater/core/internal/producer\"\n\"highwater/core/internal/protocol\"\n)\n\n")
	fmt.Fprintf(&b, "// The rows of configs, and the places in values.\nconst (\n%snumConfigs\n)\n\n",
		strings.Replace(names.String(), "\n", " = iota\n", 1))
	fmt.Fprintf(&b, "// configs is every supported key once: decoding, checking and the printed list go by it.\n")
	fmt.Fprintf(&b, "var configs = [numConfigs]Config{\n%s}\n\n", rows.String())
	fmt.Fprintf(&b, "// meanings is apart from configs, for the page's module has no use for it.\n")
	fmt.Fprintf(&b, "var meanings = [numConfigs]string{\n%s}\n\n", meanings.String())
	b.Write(fields.Bytes())
	return format.Source(b.Bytes())
}

// settings is, for the types that a configuration may have, where a field of the table keeps a pointer to it.
var settings = map[string]string{
	"int": "small", "int64": "number", "bool": "yes", "Tri": "tri", "CleanupPolicy": "policy", "protocol.Acks": "acks",
	"protocol.OffsetReset": "reset",
}

// unitName is a key's unit, which its name may say.
func (k configKey) unitName() string {
	for suffix, unit := range map[string]string{".ms": "ms", ".bytes": "bytes", ".seconds": "s"} {
		if strings.HasSuffix(k.key, suffix) {
			return unit
		}
	}
	return k.unit
}

// columns is what the table says of a key.
func (c configured) columns(f *field) string {
	k := f.config
	columns := []string{fmt.Sprintf("Key: %q, Scope: %sScope", k.key, strings.ToUpper(c.scope[:1])+c.scope[1:])}
	column := func(name, value string) {
		if value != "" && value != "0" {
			columns = append(columns, name+": "+value)
		}
	}
	from := ""
	if c.defaults != "" {
		from = c.defaults + "." + f.name
	}
	switch f.typ {
	case "bool", "Tri":
		switch {
		case from != "":
			column("Default", "int64(triOf("+from+"))")
		case k.absent == "true":
			column("Default", "int64(Yes)")
		case k.absent == "false":
			column("Default", "int64(No)")
		}
		column("Min", "int64(No)")
		column("Max", "int64(Yes)")
		column("Boolean", "true")
	case "CleanupPolicy":
		column("Min", "int64(Delete)")
		column("Max", "int64(Delete | Compact)")
		column("Policy", "true")
	case "protocol.OffsetReset":
		column("Max", "int64(protocol.ResetNone)")
		column("Reset", "true")
	default:
		switch {
		case f.typ == "protocol.Acks":
			column("Default", "int64("+from+")")
		case from != "":
			column("Default", from)
		default:
			column("Default", k.absent)
		}
		column("Min", k.min)
		if k.max == "" {
			k.max = "maxInt32"
		}
		column("Max", k.max)
	}
	if unit := k.unitName(); unit != "" {
		column("Unit", fmt.Sprintf("%q", unit))
	}
	if k.dynamic {
		column("Dynamic", "true")
	}
	return strings.Join(columns, ", ")
}

// number is the value of a Go expression of whole numbers and constants of a package.
func (d *description) number(source string) (int64, error) {
	expression, err := parser.ParseExpr(source)
	if err != nil {
		return 0, err
	}
	value := d.evaluate(expression)
	n, exact := constant.Int64Val(value)
	if !exact {
		return 0, fmt.Errorf("%q is no whole number", source)
	}
	return n, nil
}

func (d *description) evaluate(expression ast.Expr) constant.Value {
	switch e := expression.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.ParenExpr:
		return d.evaluate(e.X)
	case *ast.UnaryExpr:
		return constant.UnaryOp(e.Op, d.evaluate(e.X), 0)
	case *ast.BinaryExpr:
		x, y := d.evaluate(e.X), d.evaluate(e.Y)
		if e.Op == token.SHL {
			by, _ := constant.Uint64Val(y)
			return constant.Shift(x, token.SHL, uint(by))
		}
		return constant.BinaryOp(x, e.Op, y)
	case *ast.Ident:
		if of := d.constants[e.Name]; of != nil {
			return d.evaluate(of)
		}
	case *ast.SelectorExpr:
		if e.Sel.Name == "MaxInt32" {
			return constant.MakeInt64(1<<31 - 1)
		}
	}
	return constant.MakeUnknown()
}
